from django.db import migrations, models


class Migration(migrations.Migration):
    """A commit names the rows that it touched, where it named topics. Older ones are read by nobody any more."""

    dependencies = (("table", "0001_initial"),)

    operations = (
        migrations.RemoveField("change", "topics"),
        migrations.AddField("change", "rows", models.JSONField(default=list)),
    )
