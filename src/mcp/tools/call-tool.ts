/** One call of a tool: its plan is judged, its arguments are read, its work is done; each as the edge does it for a route. */
import { cheapestPlanWith, plans } from '../../accounts/plans.ts'
import { type AnswerLimit, ByteStream, type Call } from '../../contract/call.ts'
import { answerParts, dataBytes } from '../../contract/envelope.ts'
import { planRequired } from '../../contract/refusals.ts'
import type { Warning } from '../../contract/warnings.ts'
import type { Written } from '../protocol/message.ts'
import type { Tool, ToolInput } from './tool.ts'

/**
 * The body of the route's answer, in the parts that it is made of. Rejects with what the route refuses, and with what
 * `answerLimit` rejects with: a tool that is paid for asks it before anything is counted.
 */
export async function callTool<Needs>(
  tool: Tool<Needs>,
  given: Written | undefined,
  outer: Call<Needs>,
  answerLimit: AnswerLimit,
): Promise<readonly Buffer[]> {
  const { plan } = outer.caller
  const lacking = tool.capabilitiesAsked(given).find((capability) => !plans[plan].capabilities[capability])
  if (lacking !== undefined) throw planRequired(lacking, cheapestPlanWith(lacking))
  const call = callWithin(outer, await tool.read(given), answerLimit)
  const reply = await tool.record.run(call)
  if (reply.data instanceof ByteStream) throw new Error(`${tool.name} answers a stream, which a tool cannot.`)
  return answerParts(tool.record.shape, reply, dataBytes(reply), call.requestId, call.warnings)
}

/** The same caller, moment and request; warnings of its own beside those of the request. */
function callWithin<Needs>(
  outer: Call<Needs>,
  { path, query, body }: ToolInput,
  answerLimit: AnswerLimit,
): Call<Needs> {
  const warnings: Warning[] = [...outer.warnings]
  return {
    requestId: outer.requestId,
    now: outer.now,
    get signal() {
      return outer.signal
    },
    path,
    query,
    header: () => undefined,
    cookies: {},
    body,
    idempotency: null,
    caller: outer.caller,
    counted: outer.counted,
    get needs() {
      return outer.needs
    },
    asLines: false,
    answerLimit,
    warn(warning) {
      if (warnings.every(({ code }) => code !== warning.code)) warnings.push(warning)
    },
    warnings,
  }
}
