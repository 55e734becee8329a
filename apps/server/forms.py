from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


class ClaimForm(forms.Form):
    """Name (1 to 40 characters) and password of the host; a weak password is refused with the reason."""

    name = forms.CharField(max_length=40, label="Your name", widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        label="A password",
        help_text="10 characters or more. Only the host has one.",
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise ValidationError("A name is made of letters, digits, spaces and signs that can be seen.")
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("name") and cleaned.get("password"):
            try:
                validate_password(cleaned["password"], User(username=cleaned["name"]))
            except ValidationError as weak:
                self.add_error("password", weak)
        return cleaned


class SignInForm(forms.Form):
    name = forms.CharField(max_length=40, label="Name", widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        label="Password",
    )
