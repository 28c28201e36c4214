import { redirect } from 'react-router'
import type { CommandInput } from '#api/commands.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import type { SendResponse } from '#web/offline/outbox/send-acts.ts'
import type { Route } from './+types/send.ts'

export function loader() {
  return redirect('/handover/offline')
}

/**
 * Receives a hand-over from a device's outbox. The person who wrote it down has to be signed in: on a shared phone
 * another person's session must not send it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (context.get(viewerContext).userId !== String(form.get('person'))) return respond({ state: 'signed-out' })
  const act = readAct(form.get('act'))
  if (!act) return respond({ state: 'refused', message: 'This hand-over cannot be read.' })
  const sent = await context.get(apiContext).command('send-offline-hand-over', act)
  if (!sent.ok) return respond(refusalResponse(sent.status, String(sent.refusal.message)))
  const { value } = sent
  return respond(
    value.outcome === 'locked'
      ? { state: 'locked', until: value.until }
      : { state: 'received', results: value.results },
  )
}

/** Only a refusal of the act itself is final; the device keeps the act after any other failure. */
function refusalResponse(status: number, message: string): SendResponse {
  if (status === 401) return { state: 'signed-out' }
  return [400, 403, 404, 409].includes(status) ? { state: 'refused', message } : { state: 'later' }
}

const respond = (response: SendResponse) => Response.json(response, { headers: { 'cache-control': 'no-store' } })

function readAct(raw: FormDataEntryValue | null): CommandInput<'send-offline-hand-over'> | null {
  try {
    return JSON.parse(String(raw))
  } catch {
    return null
  }
}
