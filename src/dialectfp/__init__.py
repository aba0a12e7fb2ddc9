"""Read and write tool calls in text: five dialects, every grammar that models really emit, pure functions.

>>> from dialectfp import Toolset, XML, cases, receive
>>> tools = Toolset.from_openai([{"name": "lookup_tide", "parameters": {"properties": {"port": {"type": "string"}}}}])
>>> reply = receive(XML, 'Sure. <tool_call>{"name": "lookup_tide", "arguments": {"port": "Ayr"}}</tool_call>')
>>> reading = tools.bind(lambda toolset: XML.syntax.read(toolset, reply)).unwrap()
>>> reading.visible, [(call.name, dict(call.arguments)) for call in reading.calls]
('Sure. ', [('lookup_tide', {'port': 'Ayr'})])
"""
