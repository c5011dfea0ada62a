"""The community: creations and their test games, comments, votes, tips, complaints, picks of people."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add tables; nothing of before changes."""
    op.create_table(
        "creations",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, comment="race, power, map, or set"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False, comment="what its author says of it, in a line or two"),
        sa.Column("language", sa.Text, nullable=False, comment="of name and summary"),
        sa.Column(
            "status", sa.Text, nullable=False, comment="waiting for a moderator, listed, withdrawn, or hidden"
        ),
        sa.Column("reason", sa.Text, nullable=False, comment="why a moderator hid it"),
        sa.Column(
            "players", sa.Text, nullable=False, comment="numbers of players that it is for, such as 2345"
        ),
        sa.Column(
            "traits", sa.Text, nullable=False, comment="trait keys between bars, such as |coins|discount|"
        ),
        sa.Column("name_keys", sa.Text, nullable=False, comment="what its name looks like, between bars"),
        sa.Column(
            "search_text", sa.Text, nullable=False, comment="what a search looks through, in lower case"
        ),
        sa.Column("newest", sa.Text, nullable=False, comment="the digest of its newest version"),
        sa.Column("versions", sa.Integer, nullable=False),
        sa.Column("published_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False, comment="when the newest version came"),
        sa.Column("games", sa.Integer, nullable=False, comment="finished games of people with it"),
        sa.Column("likes", sa.Integer, nullable=False),
        sa.Column("votes", sa.Integer, nullable=False),
        sa.Column(
            "rank", sa.Double, nullable=False, comment="lower end of the interval of the share of likes"
        ),
        sa.PrimaryKeyConstraint("id", name="creations_key"),
    )
    op.create_index("creations_by_rank", "creations", ["status", "rank"])
    op.create_index("creations_by_change", "creations", ["status", "changed_at"])
    op.create_index("creations_by_author", "creations", ["author"])
    op.create_table(
        "creation_versions",
        sa.Column("digest", sa.Text, nullable=False, comment="the hash of its text"),
        sa.Column("creation", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, comment="1 for the first version of a creation"),
        sa.Column("text", sa.Text, nullable=False, comment="never changed"),
        sa.Column("box", sa.Text, nullable=False, comment="what is in it, as JSON"),
        sa.Column("note", sa.Text, nullable=False, comment="what the author says has changed"),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="creation_versions_key"),
    )
    op.create_index("creation_versions_by_creation", "creation_versions", ["creation", "number"], unique=True)
    op.create_table(
        "creation_plays",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("creation", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, comment="the version that was played"),
        sa.Column("person", sa.Text, nullable=False, comment="empty if the account was deleted"),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "creation", name="creation_plays_key"),
    )
    op.create_index("creation_plays_by_creation", "creation_plays", ["creation", "person"])
    op.create_index("creation_plays_by_person", "creation_plays", ["person"])
    op.create_table(
        "creation_votes",
        sa.Column("creation", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("is_liked", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("creation", "person", name="creation_votes_key"),
    )
    op.create_index("creation_votes_by_person", "creation_votes", ["person"])
    op.create_table(
        "comments",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("creation", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("removed_at", sa.Double, comment="when a moderator removed it"),
        sa.Column("removed_why", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="comments_key"),
    )
    op.create_index("comments_by_creation", "comments", ["creation", "at"])
    op.create_index("comments_by_author", "comments", ["author"])
    op.create_table(
        "balance_tests",
        sa.Column("digest", sa.Text, nullable=False, comment="the version that is tested"),
        sa.Column("creation", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False, comment="waiting, done, or failed"),
        sa.Column("wanted", sa.Integer, nullable=False, comment="test games to play"),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("report", sa.Text, nullable=False, comment="what the games showed, as JSON"),
        sa.Column("failure", sa.Text, nullable=False, comment="why it ended early, as JSON"),
        sa.Column("queued_at", sa.Double, nullable=False),
        sa.Column("done_at", sa.Double),
        sa.Column("worker", sa.Text, nullable=False, comment="the process that plays it now"),
        sa.Column(
            "leased_until", sa.Double, nullable=False, comment="from then on another process may go on"
        ),
        sa.PrimaryKeyConstraint("digest", name="balance_tests_key"),
    )
    op.create_index("balance_tests_by_status", "balance_tests", ["status", "queued_at"])
    op.create_index("balance_tests_by_author", "balance_tests", ["author"])
    op.create_table(
        "balance_test_games",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("batch", sa.Integer, nullable=False),
        sa.Column("results", sa.Text, nullable=False, comment="of the test games of a batch, as JSON"),
        sa.PrimaryKeyConstraint("digest", "batch", name="balance_test_games_key"),
    )
    op.create_table(
        "counted_games",
        sa.Column("table_id", sa.Text, nullable=False, comment="its creations and picks are written down"),
        sa.PrimaryKeyConstraint("table_id", name="counted_games_key"),
    )
    op.create_table(
        "combo_picks",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, comment="of the pick in the game, from 0"),
        sa.Column("person", sa.Text, nullable=False, comment="empty if the account was deleted"),
        sa.Column("race", sa.Text, nullable=False),
        sa.Column("power", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("pick", sa.Text, nullable=False, comment="what the explorer needs of it, as JSON"),
        sa.PrimaryKeyConstraint("table_id", "number", name="combo_picks_key"),
    )
    op.create_index("combo_picks_by_combo", "combo_picks", ["race", "power", "players"])
    op.create_index("combo_picks_by_person", "combo_picks", ["person"])
    op.create_table(
        "tips",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("race", sa.Text, nullable=False),
        sa.Column("power", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("useful", sa.Integer, nullable=False),
        sa.Column("votes", sa.Integer, nullable=False),
        sa.Column(
            "rank", sa.Double, nullable=False, comment="lower end of the interval of the share of useful"
        ),
        sa.Column("removed_at", sa.Double, comment="when a moderator removed it"),
        sa.Column("removed_why", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="tips_key"),
    )
    op.create_index("tips_by_author", "tips", ["author", "race", "power", "players"], unique=True)
    op.create_index("tips_by_combo", "tips", ["race", "power", "players", "rank"])
    op.create_table(
        "tip_votes",
        sa.Column("tip", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("is_useful", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("tip", "person", name="tip_votes_key"),
    )
    op.create_index("tip_votes_by_person", "tip_votes", ["person"])
    op.create_table(
        "complaints",
        sa.Column("kind", sa.Text, nullable=False, comment="creation, comment, or tip"),
        sa.Column("subject", sa.Text, nullable=False, comment="its id"),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("handled_at", sa.Double, comment="when a moderator decided"),
        sa.PrimaryKeyConstraint("kind", "subject", "reporter", name="complaints_key"),
    )
    op.create_index("complaints_by_reporter", "complaints", ["reporter"])
