"""The page: a small server on which people play, watch and keep games."""

from reineke.web.server import PORT, serve
from reineke.web.store import Taken, default_folder

__all__ = ["PORT", "Taken", "default_folder", "serve"]
