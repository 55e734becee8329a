import django.db.models.deletion
from django.db import migrations, models

import apps.table.ids


class Migration(migrations.Migration):
    """Somebody asks to step back; and the table's lines and veils."""

    dependencies = (("table", "0003_voice"),)

    operations = (
        migrations.AddField("table", "stepping_back", models.BooleanField(default=False)),
        migrations.AddField("table", "rewind_wished", models.BooleanField(default=False)),
        migrations.AddField("table", "fade_wished", models.BooleanField(default=False)),
        migrations.CreateModel(
            "Boundary",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=apps.table.ids.public_id, editable=False, max_length=16, unique=True),
                ),
                ("kind", models.CharField(max_length=8)),
                ("text", models.CharField(max_length=120)),
                ("keeper", models.CharField(blank=True, max_length=64)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="boundaries", to="table.table"
                    ),
                ),
            ],
            {"abstract": False},
        ),
    )
