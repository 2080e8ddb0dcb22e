"""A few rules' instances in a solver of their own: what they imply together with known facts, and which of these facts it takes.

What is implied is found by models: a value that some model has is possible. Models are kept, and count as long as no fact
contradicts them, so after a new fact only those values are asked about that no kept model has. This is the full implication:
no value is left that the instances exclude, as long as the solver decides each question within its conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, islice
from types import MappingProxyType

from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.values import Value, typed_key

from ..engines.engine_choice import engine_for
from ..engines.engine_registry import AUTO, is_installed, make_engine
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, Session
from .alike_values import Alike, alike_values, with_alike
from .fact import Fact
from .knowledge import Knowledge, bits
from .rule_instance import RuleInstance, module_of

CONFLICTS_PER_QUESTION, CONFLICTS_OF_HINT = 3_000, 300
MODELS_KEPT = 40  # of a group; the newest ones show most
REFUSED = 8  # questions without a model: each drops the values in its core but one, and each further one drops half of all
ANSWERS_KEPT = 1_000  # of a group: trials suppose the same again and again, so 70 % of their questions were answered before
SMALL_QUESTIONS = (
    "cadical"  # the engine that answers them in a tenth of the time that clasp takes to begin (13 and 240 microseconds)
)

Target = tuple[Variable, int]  # a place, and the number of one of its values
Model = dict[Variable, int]  # the value of each place, as a bit; or several, any of which makes a model
Extend = Callable[[Model], Model | None]


@dataclass(frozen=True, slots=True)
class Workshop:
    """What solvers are made of: the factory of all terms, the values of each place, the engine, and the progress.

    `deadline`: that of the search; `whole`: that of everything, to which encoding may go on. `solutions`: models of all
    instances. `is_for_hint`: a short argument is looked for with less work.
    """

    terms: TermFactory
    values: Mapping[Variable, tuple[Value, ...]]
    engine: str
    seed: int
    deadline: Deadline
    whole: Deadline
    progress: Progress
    solutions: tuple[Model, ...] = ()
    is_for_hint: bool = False

    @property
    def conflicts(self) -> int:
        """Return the conflicts for a question; beyond that, a value counts as possible, and a premise as needed."""
        return CONFLICTS_OF_HINT if self.is_for_hint else CONFLICTS_PER_QUESTION

    def group(self, instances: Sequence[RuleInstance]) -> GroupSolver:
        """Return a solver for some instances."""
        return GroupSolver(self, instances)

    def solutions_at(self, places: Sequence[Variable]) -> list[Model]:
        """Return the values that some places have in the solutions that tell all of them."""
        return [{place: model[place] for place in places} for model in self.solutions if all(place in model for place in places)]


@dataclass(frozen=True, slots=True)
class Implied:
    """What instances imply beyond what is known: the values that each place cannot have; or that the facts contradict them.

    `apart`: places of which each value is excluded for itself, and not all of them at once.
    """

    removed: Mapping[Variable, int]
    contradicts: bool = False
    apart: frozenset[Variable] = frozenset()


class GroupSolver:
    """Rules' instances in a solver, with all their places. `asked`: the questions so far."""

    def __init__(self, shop: Workshop, instances: Sequence[RuleInstance], *, selected: bool = False) -> None:
        self.instances = tuple(instances)
        self.places = tuple(dict.fromkeys(variable for instance in instances for variable in instance.variables))
        module = module_of(shop.terms, self.instances, self.places)
        problem = encode(module, has_selector=(lambda origin: True) if selected else None, deadline=shop.whole)
        self.selectors = {instance: problem.selectors[instance.origin] for instance in instances} if selected else {}
        is_small = shop.engine == AUTO and not (problem.has_numbers or problem.lazy) and is_installed(SMALL_QUESTIONS)
        engine = make_engine(SMALL_QUESTIONS, shop.seed) if is_small else engine_for(problem, shop.engine, shop.seed)
        encoder = LemmaEncoder(problem, shop.whole)
        self.session = Session(problem, engine, shop.deadline, shop.progress, encoder=encoder)
        self.asked = 0
        self.is_plain = not (problem.has_numbers or problem.lazy)  # no literals are needed but those of the problem
        self._variables = problem.size
        self._values = shop.values
        self._conflicts = shop.conflicts
        self._answers: dict[tuple[int, ...], Implied] = {}  # by the values that the places may have
        self._literals: dict[tuple[Variable, int, bool], int] = {}
        self._of_place: dict[Variable, list[tuple[int, int]]] = {}  # the bit of each value, with its literal
        self._wide: set[Variable] = set()
        for variable in self.places:
            place = problem.places[variable]
            literals = place.literals
            if place.bits or place.number:
                self._wide.add(variable)
                continue
            by_value = {typed_key(value): literal for value, literal in literals.items()}
            of_place = self._of_place[variable] = []
            for at, value in enumerate(shop.values[variable]):
                of_place.append((1 << at, by_value[typed_key(value)]))
                self._literals[variable, at, True] = by_value[typed_key(value)]
                self._literals[variable, at, False] = -by_value[typed_key(value)]
        terms = [term for instance in self.instances for term in instance.terms]
        has_passes = any(instance.is_whole for instance in self.instances)  # which may have added terms
        # not of wide places: their "another value" stands for many, some of which the terms may tell apart
        narrow = {variable: shop.values[variable] for variable in self._of_place}
        self._alike: Alike = {} if has_passes else alike_values(terms, narrow)
        self._models = [_widen(model, self._alike) for model in shop.solutions_at(self.places)]

    @property
    def literals(self) -> Mapping[Variable, list[tuple[int, int]]]:
        """Return the literal of each value, as a bit, for the places whose values the solver tells apart."""
        return self._of_place

    @property
    def has_wide_places(self) -> bool:
        """Check whether a place has so many values that the solver only distinguishes two of them."""
        return bool(self._wide)

    def fresh(self) -> int:
        """Return a new variable; only for a plain solver without wide places."""
        self._variables += 1
        return self._variables

    def literal(self, variable: Variable, at: int, holds: bool = True) -> int:
        """Return a literal that, if true, gives a place the value with a number, or another one."""
        key = (variable, at, holds)
        if key not in self._literals:  # of a place with very many values, two of which are told apart: one value and all others
            terms = self.session.encoder.terms
            is_value = terms.equals(terms.unknown(variable), self._values[variable][0])
            meaning = is_value if holds == (at == 0) else terms.negation(is_value)
            assert isinstance(meaning, Term), "a place with so many values may have each"
            self._literals[key], groups = self.session.encoder.encode_literal(meaning)
            self.session.take(groups)
        return self._literals[key]

    def literal_of(self, knowledge: Knowledge, fact: Fact) -> int:
        """Return the literal of a fact."""
        return self.literal(fact.variable, knowledge.number_of(fact.variable, fact.value), fact.holds)

    def models(self, knowledge: Knowledge) -> list[Model]:
        """Return the kept models that what is known does not contradict, with one value for each place."""
        models = agreeing(self._models, knowledge, self.places)
        return [{variable: _lowest(mask & knowledge.possible[variable]) for variable, mask in model.items()} for model in models]

    def implications(self, knowledge: Knowledge, also: Sequence[int] = ()) -> Implied:
        """Return the implications of the instances and all known facts; with `also`, of assumed literals too."""
        if also:
            return self._implications(knowledge, also, {})
        asked = tuple(self._kinds(variable, knowledge.possible[variable]) for variable in self.places)
        answer = self._answers.get(asked)
        if answer is None:
            if len(self._answers) >= ANSWERS_KEPT:
                del self._answers[next(iter(self._answers))]
            answer = self._answers[asked] = self._implications(knowledge, also, self._alike)
        removed = {variable: mask & knowledge.possible[variable] for variable, mask in answer.removed.items()}
        return replace(answer, removed={variable: mask for variable, mask in removed.items() if mask})

    def tells_apart(self, variable: Variable, possible: int) -> bool:
        """Check whether the instances may hold for one of the possible values of a place and not for another."""
        kinds = self._kinds(variable, possible)
        return bool(kinds & (kinds - 1))

    def _kinds(self, variable: Variable, possible: int) -> int:
        """Return the possible values of a place, where the first one of those that are alike stands for all of them."""
        alike = self._alike.get(variable, 0)
        return possible & ~alike | (alike & -alike if possible & alike else 0)

    def _implications(self, knowledge: Knowledge, also: Sequence[int], alike: Alike) -> Implied:
        models = agreeing(self._models, knowledge, self.places)
        kept = len(models)
        implied = self.exclusions(knowledge, models, also, alike=alike)
        self._models = [*self._models, *models[kept:]][-MODELS_KEPT:]  # also those that only a supposition contradicts
        return implied

    def exclusions(
        self,
        knowledge: Knowledge,
        kept: list[Model],
        also: Sequence[int] = (),
        extend: Extend = lambda model: model,
        alike: Alike = MappingProxyType({}),
    ) -> Implied:
        """Return the values that no model has, and add to the `kept` models those that show the other values.

        `alike`: values that count as one; a kept model then has all of them where it has one.

        `extend` returns a model with the values of further places. If the model cannot have any, `extend` excludes it from the
        engine and returns None, and it does not count.
        """
        possible = {variable: knowledge.possible[variable] for variable in self.places}
        if not all(possible.values()):
            return Implied({}, contradicts=True)
        known = [*also, *self.known_literals(knowledge)]
        if not kept:
            try:
                first = self._model(known, possible, extend)
            except OutOfConflicts:
                return Implied({})
            if first is None:
                return Implied({}, contradicts=True)
            kept.append(_widen(first, alike))
        seen = dict.fromkeys(self.places, 0)
        for model in kept:
            _add(seen, model)
        removed = dict.fromkeys(self.places, 0)
        unclear = dict.fromkeys(self.places, 0)
        together = len(self.places)  # values that are asked for at once; where a model has few of them, so has the next one
        while asked := self._unseen(possible, seen, removed, unclear):
            asked = dict(islice(asked.items(), together))
            further = self._ask(known, possible, asked, removed, unclear, extend, alike)
            if further is not None:
                kept.append(_widen(further, alike))
                _add(seen, kept[-1])
                together = 2 * len(asked)
        return Implied({variable: mask for variable, mask in removed.items() if mask})

    def _ask(
        self,
        known: Sequence[int],
        possible: Mapping[Variable, int],
        asked: dict[int, Target],
        removed: dict[Variable, int],
        unclear: dict[Variable, int],
        extend: Extend,
        alike: Alike,
    ) -> Model | None:
        """Return a model with as many of the `asked` values as possible, which are left there; None if no model has any of them.

        Add to `removed` what no model has, and to `unclear` what takes too long. Values that exclude each other are in few models
        together; so after some questions without a model, each further one is about half as many values.
        """
        for refused in count():
            if not asked:
                break
            if refused > REFUSED:
                for literal in [*asked][-(-len(asked) // 2) :]:
                    del asked[literal]
            try:
                model = self._model([*known, *asked], possible, extend)
            except OutOfConflicts:
                variable, at = asked.popitem()[1]
                unclear[variable] |= 0 if asked else 1 << at
                continue
            if model is not None:
                return model
            core = [literal for literal in self.session.engine.core() if literal in asked]
            if len(core) == 1:
                variable, at = asked[core[0]]
                removed[variable] |= with_alike(1 << at, alike.get(variable, 0))
            for literal in core[1:] or core:
                del asked[literal]
        return None

    def _unseen(
        self,
        possible: Mapping[Variable, int],
        seen: Mapping[Variable, int],
        removed: Mapping[Variable, int],
        unclear: Mapping[Variable, int],
    ) -> dict[int, Target]:
        """Return for each place a literal of a value that is asked about, because no model has it, if there is one.

        To ask for all of them at once takes fewer models; what is in the engine's core is asked for one by one (as Janota, Lynce
        and Marques-Silva 2015 find backbones, in chunks).
        """
        targets_at: dict[int, Target] = {}
        for variable, mask in possible.items():
            rest = mask & ~seen[variable] & ~removed[variable] & ~unclear[variable] if mask & (mask - 1) else 0
            if rest:
                at = (rest & -rest).bit_length() - 1
                targets_at[self.literal(variable, at)] = (variable, at)
        return targets_at

    def known_literals(self, knowledge: Knowledge) -> list[int]:
        """Return the literals of what is known of the places."""
        literals: list[int] = []
        for variable in self.places:
            mask = knowledge.possible[variable]
            if not mask & (mask - 1):
                literals.append(self.literal(variable, mask.bit_length() - 1))
            else:
                whole = (1 << len(knowledge.values[variable])) - 1
                literals += [self.literal(variable, at, False) for at in bits(whole & ~mask)]
        return literals

    def _model(self, assumptions: Sequence[int], possible: Mapping[Variable, int], extend: Extend) -> Model | None:
        """Return the values of all places, as bits, in a model that can be extended; None if there is none."""
        while self.holds(assumptions):
            model = extend(self.read(possible))
            if model is not None:
                return model
        return None

    def read(self, possible: Mapping[Variable, int]) -> Model:
        """Return the values of all places in the last model, as bits."""
        value, literals = self.session.engine.value, self._of_place
        model: Model = {}
        wide: dict[Variable, Value] = {}
        for variable in self.places:
            mask = possible[variable]
            if not mask & (mask - 1):
                model[variable] = mask
            elif variable in self._wide:
                wide = wide or self.session.solution()
                model[variable] = 1 if typed_key(wide[variable]) == typed_key(self._values[variable][0]) else 2
            else:
                for bit, literal in literals[variable]:
                    if mask & bit and value(abs(literal)) == (literal > 0):
                        model[variable] = bit
                        break
        return model

    def holds(self, assumptions: Sequence[int]) -> bool:
        """Check whether the instances have a model under assumptions; raise `OutOfConflicts` if that takes too long."""
        self.asked += 1
        return self.session.holds(assumptions, self._conflicts)

    def implies(self, knowledge: Knowledge, premises: Iterable[Fact], fact: Fact, also: Sequence[int] = ()) -> bool:
        """Check whether premises and the instances imply a fact; False also if that takes too long to decide."""
        assumptions = [
            *also,
            *(self.literal_of(knowledge, premise) for premise in premises),
            self.literal_of(knowledge, fact.denied),
        ]
        try:
            return not self.holds(assumptions)
        except OutOfConflicts:
            return False

    def implied_facts(self, knowledge: Knowledge, premises: Sequence[Fact], facts: Sequence[Fact]) -> list[Fact]:
        """Return those of some facts that premises and the instances imply, as far as that is decided."""
        return [fact for fact in facts if self.implies(knowledge, premises, fact)]

    @property
    def is_slow(self) -> bool:
        """Check whether each question takes long: there are several instances, and lemmas refine some of them."""
        return len(self.instances) > 1 and any(instance.is_whole for instance in self.instances)

    def premises(
        self, knowledge: Knowledge, facts: Sequence[Fact], refuted: Sequence[Fact], most: int | None = None
    ) -> tuple[list[Fact], bool]:
        """Return a minimal set of facts that contradicts `refuted` and the instances; False with it if it may not be minimal.

        `facts` with it do so. Those that come first are rather left out.
        """
        always = [self.literal_of(knowledge, fact) for fact in refuted]
        by_literal = {self.literal_of(knowledge, fact): fact for fact in facts}
        literals, is_minimal = self.minimal(always, list(by_literal), most)
        return [by_literal[literal] for literal in literals], is_minimal

    def minimal(
        self, always: Sequence[int], droppable: Sequence[int], most: int | None = None, below: int | None = None
    ) -> tuple[list[int], bool]:
        """Return a minimal set of assumptions without a model, if `always` are assumed too (deletion-based MUS).

        False with them if it took too long to see whether one of them can be dropped, or more than `most` questions, or if there
        are not fewer than `below`; these are kept.
        """
        if self.holds([*always, *droppable]):
            raise AssertionError("a step does not follow from what it rests on")
        core = set(self.session.engine.core())
        left = [literal for literal in droppable if literal in core]
        needed: list[int] = []
        is_minimal = True
        begun = self.asked
        while left:
            if (most is not None and self.asked - begun >= most) or (below is not None and len(needed) >= below):
                return [*needed, *left], False
            _, *left = tested = left
            try:
                has_model = self.holds([*always, *needed, *left])
            except OutOfConflicts:
                has_model, is_minimal = True, False
            if has_model:
                needed.append(tested[0])
            else:
                core = set(self.session.engine.core())
                left = [literal for literal in left if literal in core]
        return needed, is_minimal


def agreeing(models: Sequence[Model], knowledge: Knowledge, places: Iterable[Variable]) -> list[Model]:
    """Return the models that what is known of some places does not contradict."""
    possible = [(variable, knowledge.possible[variable]) for variable in places]
    return [model for model in models if all(model[variable] & mask for variable, mask in possible)]


def _widen(model: Model, alike: Alike) -> Model:
    """Return a model in which a place has, beside its value, all values that are alike."""
    return {variable: with_alike(bit, alike.get(variable, 0)) for variable, bit in model.items()} if alike else model


def _lowest(mask: int) -> int:
    return mask & -mask


def _add(seen: dict[Variable, int], model: Model) -> None:
    for variable in seen:
        seen[variable] |= model[variable]
