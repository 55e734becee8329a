from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0005_answers"),
    ]

    operations = [
        migrations.RemoveField(model_name="seat", name="joined_at"),
    ]
