import type { Api } from '#api/api.ts'
import type { HandOverLineInput, HandOverResult } from '#api/hand-over-commands.ts'
import { storePhoto } from '#web/store-photo.ts'
import { clockTime, plural } from '#web/ui/format.ts'

/** Result of a form at the counter. */
export interface CounterResult {
  /** Id of the hand-over; empty for the page's own forms. */
  id: string
  ok: boolean
  text: string
  /** The typed code, to be corrected. */
  reason?: string
  /** Whether the code was wrong and another may be typed. */
  again?: true
}

export async function handleCounterForm(api: Api, form: FormData, userId: string | null): Promise<CounterResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  const id = field('hand_over_id')
  const key = field('key') || undefined
  switch (field('intent')) {
    case 'accept': {
      const done = await api.command('accept-invitation', { invitation_id: field('invitation_id') })
      return { id: '', ok: done.ok, text: done.ok ? 'You are in. What is expected is here.' : done.refusal.message }
    }
    case 'override': {
      const reason = field('reason')
      const photo = await storePhoto(api, form.get('photo'), userId)
      if (photo === null)
        return { id, ok: false, reason, text: 'The photo could not be saved. Try another one, up to 1 MB.' }
      const identity = field('identity')
      const done = await api.command(
        'override-hand-over',
        { hand_over_id: id, identity: identity as 'id-card', reason, photo, lines: readLines(form) },
        key,
      )
      return done.ok
        ? doneText(id, field('order_no'), done.value)
        : { id, ok: false, reason, text: done.refusal.message }
    }
    default: {
      const done = await api.command(
        'hand-over',
        { hand_over_id: id, code: field('code'), lines: readLines(form) },
        key,
      )
      return done.ok ? doneText(id, field('order_no'), done.value) : { id, ok: false, text: done.refusal.message }
    }
  }
}

function doneText(id: string, orderNo: string, result: HandOverResult): CounterResult {
  switch (result.outcome) {
    case 'wrong':
      return {
        id,
        ok: false,
        again: true,
        text: `This is not the code. ${plural(result.tries_left, 'try', 'tries')} left.`,
      }
    case 'locked':
      return { id, ok: false, text: `Too many wrong codes. Try again after ${clockTime(result.until)}.` }
    default:
      return {
        id: '',
        ok: true,
        text: `Order ${orderNo} is handed over.${result.is_all ? '' : ' The buyer has a new code for the rest.'}`,
      }
  }
}

/** Reads the fields `line:<id>`; without any, all lines. */
function readLines(form: FormData): HandOverLineInput[] | null {
  const lines = [...form].flatMap(([name, value]) =>
    name.startsWith('line:') && form.get(`take:${name.slice(5)}`) !== null
      ? [{ line_id: name.slice(5), quantity: Number(String(value).trim() || 0) }]
      : [],
  )
  return [...form.keys()].some((name) => name.startsWith('line:')) ? lines : null
}
