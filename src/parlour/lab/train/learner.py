"""`Learner`: the dense layers of `Network` as tensors of torch, and the optimizer that moves them."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from parlour.core.game import Game
from parlour.lab.search.network import Network

Tensor = Any
Arrays = dict[str, NDArray[Any]]
MOST_GRADIENT = 1.0  # its norm, beyond which it is scaled down
START = 0.1  # of the heads' random weights: the first policy plays nearly anything
MOMENTS = ("step", "exp_avg", "exp_avg_sq")  # what Adam keeps for each tensor
NEVER = -1e9  # the logit of an illegal action


def new_network(game: Game, hidden: list[int], seed: int) -> Network:
    """Return a network to begin with."""
    network = Network.random(game, hidden, seed)
    policy, value = ((START * weights, biases) for weights, biases in (network.policy, network.value))
    return Network(game, network.hidden, policy, value)


def tensors_of(network: Network, device: str) -> list[Tensor]:
    """Return the weights and biases of all layers one after another, policy and value last."""
    layers = [*network.hidden, network.policy, network.value]
    return [torch.tensor(part, device=device) for layer in layers for part in layer]


def forward(tensors: list[Tensor], observations: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logits `[B, num_actions]` and the values `[B]` of observations `[B, entries]`."""
    x = observations
    for weights, biases in zip(tensors[:-4:2], tensors[1:-4:2], strict=True):
        x = torch.relu(torch.addmm(biases, x, weights))
    policy, policy_biases, value, value_biases = tensors[-4:]
    return torch.addmm(policy_biases, x, policy), torch.tanh(torch.addmm(value_biases, x, value))[:, 0]


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Return the logits with all illegal actions as good as impossible."""
    return torch.where(mask, logits, NEVER)


@torch.no_grad()
def draw(logits: Tensor, mask: Tensor, generator: Any) -> Tensor:
    """Draw a legal action of each row by its logits, `[B]`."""
    noise = torch.rand(logits.shape, generator=generator, device=logits.device).clamp_(1e-20)
    return (masked(logits, mask) - torch.log(-torch.log(noise))).argmax(1)


class Learner:
    """A network that learns, on one device."""

    def __init__(self, network: Network, device: str, decay: float) -> None:
        self.game, self.device = network.game, device
        self.tensors = tensors_of(network, device)
        for tensor in self.tensors:
            tensor.requires_grad_()
        self._adam = torch.optim.AdamW(self.tensors, lr=0.0, weight_decay=decay, fused=True)

    @torch.inference_mode()
    def evaluate(self, observations: Any, mask: Any) -> tuple[Tensor, Tensor]:
        """Evaluate the rows of a search; see `parlour.lab.search.Evaluate`."""
        seen = torch.as_tensor(observations, device=self.device)
        return forward(self.tensors, seen.reshape(len(seen), -1))

    def learn(self, loss: Tensor, rate: float) -> None:
        """Make one step of the optimizer."""
        self._adam.param_groups[0]["lr"] = rate
        self._adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.tensors, MOST_GRADIENT)
        self._adam.step()

    def network(self) -> Network:
        """Return it as plain arrays, which play without torch."""
        parts = [tensor.detach().cpu().numpy() for tensor in self.tensors]
        layers = list(zip(parts[::2], parts[1::2], strict=True))
        return Network(self.game, layers[:-2], *layers[-2:])

    def arrays(self) -> Arrays:
        """Return everything that it goes on from."""
        kept = {f"weights{i}": tensor for i, tensor in enumerate(self.tensors)}
        for i, moments in self._adam.state_dict()["state"].items():
            kept |= {f"{name}{i}": moments[name] for name in MOMENTS}
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in kept.items()}

    def load(self, arrays: Arrays) -> None:
        """Go on from arrays; without those of the optimizer it begins afresh."""
        with torch.no_grad():
            for i, tensor in enumerate(self.tensors):
                tensor.copy_(torch.from_numpy(arrays[f"weights{i}"]))
        state = {i: self._moments(arrays, i) for i in range(len(self.tensors)) if f"{MOMENTS[0]}{i}" in arrays}
        self._adam.load_state_dict({"state": state, "param_groups": self._adam.state_dict()["param_groups"]})

    def _moments(self, arrays: Arrays, i: int) -> dict[str, Tensor]:
        return {name: torch.tensor(np.asarray(arrays[f"{name}{i}"]), device=self.device) for name in MOMENTS}
