"""Read and write tool calls in text: dialects as values, every grammar that models really emit, pure functions.

>>> from dialectfp import XML, Toolset, receive
>>> tools = Toolset.from_openai([{"name": "lookup_tide", "parameters": {"properties": {"port": {"type": "string"}}}}])
>>> reply = receive(XML, 'Sure. <tool_call>{"name": "lookup_tide", "arguments": {"port": "Ayr",}}</tool_call>')
>>> reading = tools.bind(lambda toolset: XML.syntax.read(toolset, reply)).unwrap()
>>> reading.visible
'Sure. '
>>> [(call.name, call.arguments, call.repairs) for call in reading.calls]
[('lookup_tide', {'port': 'Ayr'}, (Repaired(kind='comma', path=''),))]
"""

from dialectfp.calls import Repaired, RepairKind, ToolCall
from dialectfp.dialects.code import PYTHON, TYPESCRIPT, python, typescript
from dialectfp.dialects.pformat import PFORMAT, pformat
from dialectfp.dialects.record import Catalogue, Dialect, Envelope, Replay, Syntax, reader, receive
from dialectfp.dialects.xml import XML, xml
from dialectfp.faults import ArgumentFault, Fault, HostFault, TextFault, describe, kind_of
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.outcome import cases, fold
from dialectfp.parse.arguments_text import read_arguments
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import FinishReason, Prompt, Reading, Reply
from dialectfp.segments import (
    Called,
    Example,
    Furniture,
    Invented,
    Malformed,
    Prose,
    Reasoning,
    Segment,
    Unterminated,
    kind_of_segment,
)
from dialectfp.stream import CallClosed, CallEvent, CallOpened, State, Step, collect, feed, flush, start
from dialectfp.tags import D, Native, PFormat, Python, Tag, TypeScript, Xml
from dialectfp.tools import EMPTY, Parameter, Toolset, ToolSpec
from dialectfp.transcript import AssistantTurn, Message, Outcome, ResultsTurn, SystemTurn, Turn, UserTurn
from dialectfp.validate import argument_faults, decode_as

__all__ = [
    "EMPTY",
    "PFORMAT",
    "PYTHON",
    "READ_POLICY",
    "TYPESCRIPT",
    "XML",
    "ArgumentFault",
    "AssistantTurn",
    "CallClosed",
    "CallEvent",
    "CallOpened",
    "Called",
    "Catalogue",
    "D",
    "Dialect",
    "Envelope",
    "Example",
    "Fault",
    "FinishReason",
    "Furniture",
    "HostFault",
    "Invented",
    "Json",
    "JsonObject",
    "Malformed",
    "Message",
    "Native",
    "Outcome",
    "PFormat",
    "Parameter",
    "Prompt",
    "Prose",
    "Python",
    "ReadPolicy",
    "Reading",
    "Reasoning",
    "RepairKind",
    "Repaired",
    "Replay",
    "Reply",
    "ResultsTurn",
    "Segment",
    "State",
    "Step",
    "Syntax",
    "SystemTurn",
    "Tag",
    "TextFault",
    "ToolCall",
    "ToolSpec",
    "Toolset",
    "Turn",
    "TypeScript",
    "Unterminated",
    "UserTurn",
    "Xml",
    "argument_faults",
    "cases",
    "collect",
    "decode_as",
    "describe",
    "feed",
    "flush",
    "fold",
    "kind_of",
    "kind_of_segment",
    "pformat",
    "python",
    "read_arguments",
    "reader",
    "receive",
    "start",
    "typescript",
    "xml",
]
