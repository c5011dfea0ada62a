"""The WebAuthn ceremonies: options for browsers, and whether to believe what they send back.

Only `passkeys` imports this, when the first visitor uses a passkey: the library takes long to load.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.server.people.passkeys import Party


@dataclass(frozen=True)
class CeremonyOptions:
    """What a browser needs for a ceremony."""

    challenge: str
    """In base64url, as are ids and keys."""
    json: str


@dataclass(frozen=True)
class NewCredential:
    """A passkey that a browser has made."""

    id: str
    public_key: str
    sign_count: int


@dataclass(frozen=True)
class Ceremony:
    """Makes options and verifies responses for a relying party."""

    party: Party

    def registration_options(self, person: str, name: str, known_ids: Sequence[str]) -> CeremonyOptions:
        """What a browser needs to make a passkey for a person, unless it has one of the known ones."""
        options = webauthn.generate_registration_options(
            rp_id=self.party.id,
            rp_name="Elbowroom",
            user_id=person.encode(),
            user_name=name,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(known)) for known in known_ids
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return CeremonyOptions(bytes_to_base64url(options.challenge), webauthn.options_to_json(options))

    def verify_registration(self, challenge: str, credential: dict[str, Any]) -> NewCredential:
        """The passkey that a browser has made in response to a challenge; refused if it is not valid."""
        with _distrust():
            verified = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self.party.id,
                expected_origin=list(self.party.origins),
                require_user_verification=True,
            )
        return NewCredential(
            bytes_to_base64url(verified.credential_id),
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
        )

    def login_options(self) -> CeremonyOptions:
        """What a browser needs to use a passkey, whosever it is."""
        options = webauthn.generate_authentication_options(
            rp_id=self.party.id, user_verification=UserVerificationRequirement.REQUIRED
        )
        return CeremonyOptions(bytes_to_base64url(options.challenge), webauthn.options_to_json(options))

    def verify_login(
        self, challenge: str, credential: dict[str, Any], public_key: str, sign_count: int
    ) -> int:
        """The new signature count of a passkey that a browser has used; refused if it is not valid."""
        with _distrust():
            verified = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self.party.id,
                expected_origin=list(self.party.origins),
                credential_public_key=base64url_to_bytes(public_key),
                credential_current_sign_count=sign_count,
                require_user_verification=True,
            )
        return verified.new_sign_count


@contextmanager
def _distrust() -> Iterator[None]:
    """Refuse a response whatever is wrong with it, and however the library stumbles over it."""
    try:
        yield
    except Exception:  # noqa: BLE001 - it parses what strangers sent, in several formats
        raise Refused("wrong_passkey") from None
