"""``sensei serve``: answers Lean's calls until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import secrets
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.cli.searching import add_four_bit
from sensei.core.errors import CheckpointError, MissingExtraError, SenseiError, UsageError

if TYPE_CHECKING:
    from sensei.server.bind import Bind
    from sensei.server.held import ModelMemory
    from sensei.server.models import GeneratorToServe
    from sensei.server.premises import RetrieverToServe
    from sensei.server.project import LeanProject
    from sensei.server.state import Judge
    from sensei.store import Store

#: Where LeanCopilot's client looks unless told otherwise.
COPILOT_PORT = 23337
EXAMPLE = "sensei serve --generator fixed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_project(parser, alone=True)
    add_database(parser)
    parser.add_argument(
        "--generator",
        metavar="G",
        action="append",
        help="a checkpoint's folder or name, PROVIDER:MODEL, 'fixed' (ten tactics) or 'untrained' "
        "(default: the newest checkpoint, else 'fixed'); repeat to serve several, the first is "
        "the default",
    )
    parser.add_argument(
        "--load",
        choices=("start", "use"),
        default="start",
        help="load models at the start, or each when it is first asked (start)",
    )
    parser.add_argument(
        "--model-memory",
        type=count,
        metavar="MIB",
        help="of all weights together: what was not used longest is unloaded for others",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the generator's sampling")
    add_four_bit(parser)
    parser.add_argument(
        "--progress",
        metavar="P",
        help="a checkpoint of sensei train progress, by folder or name: how far goals are "
        "(default: what LEANPROGRESS_MODEL names)",
    )
    parser.add_argument(
        "--critic",
        metavar="C",
        help="a checkpoint of a critic or progress model, by folder or name, that judges goals for "
        "searches by htps and mcts",
    )
    parser.add_argument(
        "--retriever",
        default="bm25",
        metavar="R",
        help="what selects premises: a retriever's checkpoint (folder or name), "
        "'hybrid:CHECKPOINT', or 'bm25' (default)",
    )
    parser.add_argument(
        "--approximate",
        action="store_true",
        help="look for premises among near neighbours (faiss), for corpora of 100,000 and more",
    )
    bind = parser.add_argument_group("who can call")
    bind.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="(default: loopback)")
    bind.add_argument("--port", type=_port, default=0, metavar="N", help="(default: a free one)")
    bind.add_argument(
        "--token-file", type=Path, metavar="FILE", help="the callers' token (default: a new one)"
    )
    bind.add_argument("--tls-certificate", type=Path, metavar="FILE", help="PEM")
    bind.add_argument("--tls-key", type=Path, metavar="FILE", help="PEM")
    bind.add_argument(
        "--http",
        type=_port,
        nargs="?",
        const=COPILOT_PORT,
        metavar="PORT",
        help=f"serve HTTP as well (docs/http.md); alone {COPILOT_PORT}, 0 takes a free one",
    )
    bind.add_argument(
        "--http-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that HTTP answers for, besides the address (repeat)",
    )
    parser.add_argument(
        "--background", action="store_true", help="go on without a terminal, once it answers"
    )
    parser.add_argument("--stop", action="store_true", help="end the project's server")
    load = parser.add_argument_group("how much at a time")
    load.add_argument("--searches", type=count, default=2, metavar="N", help="searches (2)")
    load.add_argument("--queue", type=count, default=8, metavar="N", help="waiting ones (8)")


def run(args: argparse.Namespace) -> int:
    """Serves until SIGINT or SIGTERM."""
    if args.stop:
        return _stop(args)
    if args.background:
        # Before anything that starts threads is imported.
        from sensei.server.background import detach

        line = detach(project_root(args))
        if line is not None:
            print(line if args.json else _ready(json.loads(line)))
            return 0
        args.json = True
    try:
        import grpc  # noqa: F401
        import grpc_health  # noqa: F401
        import grpc_reflection  # noqa: F401
    except ImportError:
        raise MissingExtraError("sensei serve", "serve") from None
    if args.http is not None:
        try:
            import fastapi  # noqa: F401
            import uvicorn  # noqa: F401
        except ImportError:
            raise MissingExtraError("sensei serve --http", "serve") from None
    logging.basicConfig(stream=sys.stderr, format="sensei: %(message)s", level=logging.WARNING)
    root = project_root(args)
    bind = _bind(args)
    bind.check()
    from sensei.server.held import ModelMemory
    from sensei.server.sidecar_file import check_free

    check_free(root)
    with open_project_store(args, root) as store:
        memory = ModelMemory(None if args.model_memory is None else args.model_memory * 1024**2)
        models = _models(args, store, root, memory)
        judges = _judges(args, store, memory)
        retriever = _retriever(args, store, root, memory)
        if args.load == "start":
            for load in (
                *(model.load for model in models),
                *(judge.load for judge in judges.values()),
                *([retriever.held.load] if retriever is not None else []),
            ):
                load()
        project, why_not = _project(args, root, store, models)
        try:
            asyncio.run(
                _serve(args, root, bind, store, models, judges, retriever, project, why_not)
            )
        finally:
            if project is not None:
                project.close()
    return 0


def _stop(args: argparse.Namespace) -> int:
    from sensei.server.background import stop

    root = project_root(args)
    pid = stop(root)
    if args.json:
        print(json.dumps({"project": str(root), "stopped": pid}))
    else:
        print(f"no server of {root} runs" if pid is None else f"ended process {pid}")
    return 0


def _ready(said: dict[str, Any]) -> str:
    http = f", HTTP at {said['http_port']}" if said["http_port"] is not None else ""
    place = f"{said['host']}:{said['port']}"
    return f"serving {said['project']} at {place}{http}, model {', '.join(said['models'])}"


def _bind(args: argparse.Namespace) -> Bind:
    from sensei.server.bind import Bind

    token = secrets.token_urlsafe(32)
    if args.token_file is not None:
        try:
            token = args.token_file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{args.token_file}: {error}") from None
        if len(token) < 16 or not token.isascii() or not token.isprintable():
            raise UsageError(f"{args.token_file}: a token is 16 or more printable ASCII letters")
    return Bind(
        args.host,
        args.port,
        token,
        args.token_file is not None,
        args.tls_certificate,
        args.tls_key,
        args.http,
        tuple(args.http_name),
    )


def _models(
    args: argparse.Namespace, store: Store, root: Path, memory: ModelMemory
) -> list[GeneratorToServe]:
    """The generators that are to be served."""
    from sensei.provers.generators import FIXED, checkpoint_folder
    from sensei.server.models import generator_to_serve

    try:
        wanted = [checkpoint_folder(store, name, root) for name in args.generator or [None]]
    except CheckpointError:
        if args.generator is not None:
            raise
        print("sensei: no checkpoint yet, so ten fixed tactics are served", file=sys.stderr)
        wanted = [FIXED]
    models = [
        generator_to_serve(
            name,
            args.seed,
            root,
            memory,
            load_in_4bit=args.load_in_4bit,
        )
        for name in wanted
    ]
    names = [model.name for model in models]
    if len(set(names)) < len(names):
        raise UsageError(f"two models of one name: {', '.join(names)}", "rename a folder")
    return models


def _retriever(
    args: argparse.Namespace, store: Store, root: Path, memory: ModelMemory
) -> RetrieverToServe | None:
    """A dense retriever; None for BM25, which is always there."""
    from sensei.models.retrievers import BM25
    from sensei.server.models import retriever_to_serve

    if args.retriever == BM25:
        if args.approximate:
            raise UsageError("--approximate goes with a dense --retriever", "leave it out")
        return None
    return retriever_to_serve(store, args.retriever, root, memory, approximate=args.approximate)


def _judges(args: argparse.Namespace, store: Store, memory: ModelMemory) -> dict[str, Judge]:
    """The critic and the progress model that are to be served, by the server's names for them."""
    from sensei.server.models import critic_to_serve, progress_to_serve
    from sensei.settings import progress_model

    judges = {}
    wanted = args.progress or progress_model()
    if wanted is not None:
        judges["progress"] = progress_to_serve(store, wanted, memory)
    if args.critic is not None:
        judges["critic"] = critic_to_serve(store, args.critic, memory)
    return judges


def _project(
    args: argparse.Namespace, root: Path, store: Store, models: Sequence[GeneratorToServe]
) -> tuple[LeanProject | None, str]:
    """The project with its Lean, or why there is none: suggestions work without."""
    from sensei.server.project import LeanProject
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace

    try:
        workspace = open_workspace(root, load_settings(root))
    except SenseiError as error:
        print(f"sensei: no searches: {error}", file=sys.stderr)
        return None, str(error)
    project = LeanProject(
        workspace,
        store,
        searches=args.searches,
        models={model.name: (model.kind, model.checkpoint or None, args.seed) for model in models},
    )
    return project, ""


async def _serve(
    args: argparse.Namespace,
    root: Path,
    bind: Bind,
    store: Store,
    models: Sequence[GeneratorToServe],
    judges: dict[str, Judge],
    retriever: RetrieverToServe | None,
    project: LeanProject | None,
    why_not: str,
) -> None:
    from sensei import __version__
    from sensei.server import sidecar_file
    from sensei.server.app import serve
    from sensei.server.limits import Limits
    from sensei.server.tactics import PROTOCOL

    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    served = await serve(
        bind,
        {model.name: (model.generator, model.checkpoint) for model in models},
        store,
        root,
        project,
        no_project=why_not,
        **judges,
        retriever=retriever,
        limits=Limits(searches=args.searches, queue=args.queue),
    )
    try:
        sidecar_file.write(
            root,
            host=bind.host,
            port=served.port,
            tls=bind.certificate is not None,
            http_port=served.http_port,
            token=bind.token,
            version=__version__,
            protocol=PROTOCOL,
        )
        said = {
            "host": bind.host,
            "port": served.port,
            "http_port": served.http_port,
            "project": str(root),
            "model": models[0].name,
            "models": [model.name for model in models],
        }
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps(said) if args.json else _ready(said), flush=True)
        await told.wait()
    finally:
        sidecar_file.remove(root)
        await served.stop()


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError
    return number


_port.__name__ = "port"
