import type { Api } from '#api/api.ts'
import type { ActionOutcome } from '#web/desk/outcome.tsx'
import { plural } from '#web/ui/format.ts'
import { deletePicture, storePicture } from './pictures.ts'

/** The result; after a rejection the typed values are retained. */
export interface ShortfallResult extends ActionOutcome {
  typed: Readonly<Record<string, string>>
}

/** Withdraws an earlier entry, or responds to it. */
export async function handleShortfallForm(api: Api, form: FormData): Promise<ShortfallResult> {
  const id = String(form.get('shortfall_id') ?? '')
  const intent = String(form.get('intent') ?? '')
  const done =
    intent === 'take-back-short'
      ? await api.command('withdraw-shortfall', { shortfall_id: id })
      : await api.command('answer-shortfall', {
          shortfall_id: id,
          answer: intent === 'accept-short' ? 'accept' : 'refuse',
        })
  if (!done.ok) return { typed: {}, ok: false, text: done.refusal.message }
  const texts: Record<string, string> = {
    'take-back-short': 'Withdrawn. Every order has its full quantity again.',
    'accept-short': 'Accepted. The buyers get their money back now.',
    'refuse-short': 'Your answer is saved. The manager of your region has been asked.',
  }
  return { typed: {}, ok: true, text: texts[intent] ?? 'Done.' }
}

export const isShortfallForm = (form: FormData): boolean => String(form.get('intent') ?? '').endsWith('-short')

/** Handles `ShortfallForm`. The target names the subject and place, and how many entries the user has seen. */
export async function enterShortfall(
  api: Api,
  { form, userId }: { form: FormData; userId: string | null },
): Promise<ShortfallResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  const typed = Object.fromEntries(['target', 'missing', 'kind', 'reason'].map((name) => [name, field(name)]))
  const [of, id, place, entered] = field('target').split(':')
  const stored = await storePicture(api, { form, userId })
  if ('error' in stored) return { ok: false, text: stored.error, typed }
  const done = await api.command(
    'enter-shortfall',
    {
      group_buy_id: of === 'buy' ? (id ?? null) : null,
      line_id: of === 'line' ? (id ?? null) : null,
      pickup_point_id: place || null,
      kind: field('kind') === 'damaged' ? 'damaged' : 'short',
      missing: field('missing'),
      entered_before: Number(entered ?? 0),
      reason: field('reason'),
      photo: stored.photo,
    },
    field('key') || undefined,
  )
  if (!done.ok) {
    await deletePicture(api, stored.photo)
    return { ok: false, text: done.refusal.message, typed }
  }
  return {
    typed: {},
    ok: true,
    text: done.value.waits
      ? `Entered. The amount is large, so it needs an answer first. ${plural(done.value.orders, 'order has', 'orders have')} less from now on.`
      : `Entered. ${plural(done.value.orders, 'buyer gets', 'buyers get')} their money back in ${done.value.minutes} minutes. You can withdraw it until then.`,
  }
}
