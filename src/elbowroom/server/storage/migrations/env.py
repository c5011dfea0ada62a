"""How Alembic writes the statements; it is told only the dialect."""

from alembic import context

from elbowroom.server.storage.schema import METADATA

context.configure(
    dialect_name=context.config.attributes["dialect"],
    target_metadata=METADATA,
    literal_binds=True,
    transactional_ddl=False,
)
context.run_migrations()
