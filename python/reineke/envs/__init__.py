"""Games as the environments that learners know: Gymnasium for one seat, PettingZoo for several.

They need the extra `env`. `reineke.games.clever.batch` is what they are made of and needs NumPy alone.
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"environments need {error.name}, which comes with: pip install 'reineke[env]'", name=error.name
    ) from None

from reineke.envs.single import CleverEnv
from reineke.envs.vector import CleverVectorEnv
from reineke.envs.zoo import CleverAEC, CleverParallel, aec, parallel
from reineke.games.clever.batch import sample_actions

__all__ = ["CleverAEC", "CleverEnv", "CleverParallel", "CleverVectorEnv", "aec", "parallel", "sample_actions"]

gymnasium.register(
    "reineke/Clever-v0", entry_point="reineke.envs:CleverEnv", vector_entry_point="reineke.envs:CleverVectorEnv"
)
