/** The libraries that Elbowroom is built with, in the browser and on the server. */

export interface Library {
  name: string;
  licence: string;
  address: string;
}

export const LIBRARIES: readonly Library[] = [
  { name: "Svelte", licence: "MIT", address: "https://svelte.dev" },
  { name: "Vite", licence: "MIT", address: "https://vite.dev" },
  { name: "uqr", licence: "MIT", address: "https://github.com/unjs/uqr" },
  { name: "Python", licence: "PSF", address: "https://www.python.org" },
  { name: "Starlette", licence: "BSD-3-Clause", address: "https://starlette.dev" },
  { name: "Uvicorn", licence: "BSD-3-Clause", address: "https://uvicorn.dev" },
  { name: "websockets", licence: "BSD-3-Clause", address: "https://github.com/python-websockets/websockets" },
  { name: "msgspec", licence: "BSD-3-Clause", address: "https://msgspec.dev" },
  { name: "SQLAlchemy", licence: "MIT", address: "https://www.sqlalchemy.org" },
  { name: "Alembic", licence: "MIT", address: "https://alembic.sqlalchemy.org" },
  { name: "aiosqlite", licence: "MIT", address: "https://aiosqlite.omnilib.dev" },
  { name: "asyncpg", licence: "Apache-2.0", address: "https://github.com/MagicStack/asyncpg" },
  { name: "argon2-cffi", licence: "MIT", address: "https://github.com/hynek/argon2-cffi" },
  { name: "cryptography", licence: "Apache-2.0, BSD-3-Clause", address: "https://cryptography.io" },
  { name: "py_webauthn", licence: "BSD-3-Clause", address: "https://github.com/duo-labs/py_webauthn" },
  { name: "Unicode confusables", licence: "Unicode-3.0", address: "https://www.unicode.org/reports/tr39/" },
  { name: "openskill", licence: "MIT", address: "https://openskill.me" },
  { name: "NumPy", licence: "BSD-3-Clause", address: "https://numpy.org" },
  { name: "Pillow", licence: "MIT-CMU", address: "https://python-pillow.github.io" },
  { name: "resvg", licence: "Apache-2.0, MIT", address: "https://github.com/linebender/resvg" },
  { name: "Click", licence: "BSD-3-Clause", address: "https://click.palletsprojects.com" },
  { name: "Rich", licence: "MIT", address: "https://github.com/Textualize/rich" },
];
