import type { Api } from '#api/api.ts'
import type { PlanRunInput } from '#api/delivery-run-commands.ts'
import type { FailReason } from '#domain/delivery-runs/failed-delivery.ts'
import { storePhoto } from '#web/store-photo.ts'
import { plural } from '#web/ui/format.ts'

export interface RunActionResult {
  ok: boolean
  text: string
}

/** Dispatches a form about runs by its intent: the planner's or the rider's. */
export async function handleRunForm(api: Api, form: FormData, userId: string | null): Promise<RunActionResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  const key = field('key') || undefined
  switch (field('intent')) {
    case 'start': {
      const done = await api.command('start-run', { run_id: field('run_id') }, key)
      return done.ok
        ? { ok: true, text: 'The run has started. The buyers have been notified.' }
        : { ok: false, text: done.refusal.message }
    }
    case 'take-out': {
      const done = await api.command('remove-from-run', { stop_id: field('stop_id') }, key)
      return done.ok
        ? { ok: true, text: 'Removed. The buyer has been notified, and the order can go on another run.' }
        : { ok: false, text: done.refusal.message }
    }
    case 'fail': {
      const photo = await storePhoto(api, form.get('photo'), userId)
      if (photo === null) return { ok: false, text: 'The photo could not be saved. Try another one, up to 1 MB.' }
      const reason = field('reason') as FailReason
      const done = await api.command(
        'fail-delivery',
        { stop_id: field('stop_id'), reason, note: field('note'), photo },
        key,
      )
      if (!done.ok) return { ok: false, text: done.refusal.message }
      return {
        ok: true,
        text: `Order ${field('order_no')} is recorded as not delivered. ${done.value.next === 'collect' ? 'Bring it back: the buyer will collect it.' : 'It can go on another run.'}`,
      }
    }
    default: {
      const input = readRunInput(form)
      const done = await api.command('plan-run', input, key)
      if (!done.ok) return { ok: false, text: done.refusal.message }
      return {
        ok: true,
        text: `The run has ${plural(done.value.stops, 'stop')} now. The buyers have been told the time.`,
      }
    }
  }
}

/**
 * Reads a run's input. `add:<run>` adds the checked orders to an existing run; `rider` holds the starting place and
 * rider of a new or changed one.
 */
function readRunInput(form: FormData): PlanRunInput {
  const field = (name: string) => String(form.get(name) ?? '')
  const added = /^add:(.+)$/.exec(field('intent'))?.[1]
  const order_ids = form.getAll('order').map(String)
  if (added !== undefined) {
    const [run_id = '', rider_id = '', window_from = '', window_until = ''] = added.split('|')
    return { run_id, pickup_point_id: null, vendor_id: null, rider_id, window_from, window_until, order_ids }
  }
  const [house = '', rider_id = ''] = field('rider').split('|')
  const [kind, houseId = ''] = house.split(':')
  return {
    run_id: field('run_id') || null,
    pickup_point_id: kind === 'hub' ? houseId : null,
    vendor_id: kind === 'shop' ? houseId : null,
    rider_id,
    window_from: field('window_from') || `${field('day')}T${field('from')}`,
    window_until: field('window_until') || `${field('day')}T${field('until')}`,
    order_ids,
  }
}
