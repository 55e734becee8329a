from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Static files under names that carry a hash of their content; `import` lines of our modules follow along."""

    support_js_module_import_aggregation = True
