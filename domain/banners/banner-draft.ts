import { picture } from '#domain/forms/addresses.ts'
import { publicText } from '#domain/forms/public-text.ts'
import { moment } from '#domain/forms/times.ts'
import { type Checked, checkTogether, type Errors, oneOf, optional, type Reader } from '#domain/forms/validation.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import {
  BANNER_AUDIENCES,
  BANNER_TONES,
  type Banner,
  MAX_SHOWN_DAYS,
  MAX_TITLE_LENGTH,
  type TRANSLATED_TITLES,
} from './banner.ts'

/** The part of a banner that a chief writes, in wire format. */
export interface BannerDraft extends Omit<Banner, 'id' | 'shown_until'> {
  ends_at: string
}

/** Labels of a banner's lines. */
export const titleLabels = {
  title: 'Text',
  title_pcm: 'Text in Naijá (Pidgin)',
  title_ha: 'Text in Hausa',
  title_yo: 'Text in Yorùbá',
  title_ig: 'Text in Igbo',
} as const

/** Checks the form of a banner at this moment, in ms. `public.guard_banner` has the same rules. */
export function checkBanner(input: Readonly<Record<string, unknown>>, now: number): Checked<BannerDraft> {
  const translated = (column: (typeof TRANSLATED_TITLES)[keyof typeof TRANSLATED_TITLES]) =>
    optional(line(titleLabels[column]))
  return checkTogether<BannerDraft>(input, {
    readers: {
      title: line(titleLabels.title),
      title_pcm: translated('title_pcm'),
      title_ha: translated('title_ha'),
      title_yo: translated('title_yo'),
      title_ig: translated('title_ig'),
      link_path: optional(pageOfMarket),
      tone: oneOf({ label: 'tone', among: BANNER_TONES }),
      audience: oneOf({ label: 'group of readers', among: BANNER_AUDIENCES }),
      // A state that was chosen for another audience does not count.
      state: input.audience === 'state' ? optional(oneOf({ label: 'state', among: NIGERIAN_STATES })) : noState,
      starts_at: moment({ label: 'The start' }),
      ends_at: moment({ label: 'The end' }),
    },
    faults: (draft) => faultsOf(draft, now),
  })
}

const noState: Reader<null> = () => ({ value: null })

function line(label: string): Reader<string> {
  const reads = publicText({ label, min: 3, max: MAX_TITLE_LENGTH })
  return (raw) => {
    // The field has several lines, because a phone shows few characters in one.
    const read = reads(typeof raw === 'string' ? raw.replace(/\s*[\r\n]+\s*/g, ' ') : raw)
    if ('value' in read && /\S@\S+\.\S/.test(read.value))
      return { error: `${label}: please leave e-mail addresses out. Everybody reads this.` }
    return read
  }
}

/** The page that a banner leads to: at most 300 characters, as in the table. */
export const pageOfMarket: Reader<string> = (raw) => {
  const read = picture({ label: 'The page' })(raw)
  return 'value' in read && read.value.length > 300 ? { error: 'The page has a shorter address than that.' } : read
}

function faultsOf({ audience, state, starts_at: from, ends_at: until }: Partial<BannerDraft>, now: number): Errors {
  if (audience === 'state' && state === null) return { state: 'Please choose a state.' }
  if (from === undefined || until === undefined) return {}
  const [start, end] = [Math.max(Date.parse(from), now), Date.parse(until)]
  if (end <= start) return { ends_at: 'The end must be after the start, and later than now.' }
  if (end - start > MAX_SHOWN_DAYS * DAY_MS) return { ends_at: `A banner is shown for at most ${MAX_SHOWN_DAYS} days.` }
  return {}
}
