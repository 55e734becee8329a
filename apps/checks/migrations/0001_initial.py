import django.db.models.deletion
from django.db import migrations, models

import apps.table.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("characters", "0001_initial"),
        ("table", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=apps.table.ids.public_id, editable=False, max_length=16, unique=True),
                ),
                ("side", models.CharField(max_length=12)),
                ("state", models.JSONField(default=dict)),
                (
                    "character",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="characters.character",
                    ),
                ),
                (
                    "exchange",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="table.exchange"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("exchange", "side"), name="one_draft_a_side")],
            },
        ),
    ]
