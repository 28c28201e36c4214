import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import type { ShortfallPreview } from '#api/commands/packing.ts'
import { commandResult, reject, rejectCommand, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { plural } from '#web/ui/format.ts'
import { storePicture } from './pictures.ts'

/** Withdraws an earlier entry, or responds to it. */
export async function handleShortfallForm(api: Api, form: SubmittedForm) {
  const shortfall_id = form.field('shortfall_id')
  switch (form.field('intent')) {
    case 'take-back-short': {
      const done = await api.command('withdraw-shortfall', { shortfall_id })
      return commandResult(form, done, 'Withdrawn. Every order has its full quantity again.')
    }
    case 'accept-short': {
      const done = await api.command('answer-shortfall', { shortfall_id, answer: 'accept' })
      return commandResult(form, done, 'Accepted. The buyers get their money back now.')
    }
    default: {
      const done = await api.command('answer-shortfall', { shortfall_id, answer: 'refuse' })
      return commandResult(form, done, 'Your answer is saved. The manager of your region has been asked.')
    }
  }
}

export const isShortfallForm = ({ field }: SubmittedForm): boolean => field('intent').endsWith('-short')

/**
 * Handles `ShortfallForm`. The target names the subject and place, and how many entries the user has seen. The first
 * step shows the cost, the second enters it; a picture is stored by the first and named by the second.
 */
export async function enterShortfall(api: Api, { form, userId }: { form: SubmittedForm; userId: string | null }) {
  const { field } = form
  const step = field('step')
  if (step === 'change') return data({ ...NOTHING_SAID, values: form.values })
  const [of, id, place, entered] = field('target').split(':')
  const stored = await storePicture(api, { form: form.data, userId })
  if ('error' in stored) return reject(form, { text: stored.error })
  const photo = stored.photo ?? (field('photo') || null)
  const shortfall = {
    group_buy_id: of === 'buy' ? (id ?? null) : null,
    line_id: of === 'line' ? (id ?? null) : null,
    pickup_point_id: place || null,
    kind: field('kind') === 'damaged' ? 'damaged' : 'short',
    missing: field('missing'),
    entered_before: Number(entered ?? 0),
    reason: field('reason'),
    photo,
  } as const
  if (step !== 'enter') {
    const planned = await api.command('preview-shortfall', shortfall)
    if (planned.ok)
      return data({ ...NOTHING_SAID, values: { ...form.values, photo: photo ?? '' }, preview: planned.value })
    await stored.removeFiles()
    return rejectCommand(form, planned)
  }
  const done = await api.command('enter-shortfall', shortfall, form.key)
  if (!done.ok) return rejectCommand(form, done)
  const { waits, orders, minutes } = done.value
  return succeed(
    waits
      ? `Entered. The amount is large, so it needs an answer first. ${plural(orders, 'order has', 'orders have')} less from now on.`
      : `Entered. ${plural(orders, 'buyer gets', 'buyers get')} their money back in ${minutes} minutes. You can withdraw it until then.`,
  )
}

const NOTHING_SAID = { ok: true, text: '', errors: {} }

/** The cost that an action has looked up. */
export const previewOf = (result: object | undefined): ShortfallPreview | undefined =>
  result && 'preview' in result ? (result.preview as ShortfallPreview) : undefined
