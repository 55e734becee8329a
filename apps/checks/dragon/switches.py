"""The switches that Dragon's rolls play by."""

from apps.table.switches import honours

honours("dragon", "skill-effect", "untrained-penalty", "target-floor", "difficulty-applies-to")
