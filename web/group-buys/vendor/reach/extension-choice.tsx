import {
  type ExtensibleBuy,
  extendedDates,
  extensionFault,
  MAX_EXTENSION_DAYS,
} from '#domain/group-buys/selling/extending.ts'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { day, moment, plural } from '#web/ui/format.ts'

/** The possible extensions of a buy, each with all its dates. */
export function ExtensionChoice({ buy, now, chosen = '1' }: { buy: ExtensibleBuy; now: string; chosen?: string }) {
  const days = Array.from({ length: MAX_EXTENSION_DAYS }, (_, index) => index + 1)
  return (
    <RadioChoice
      legend="How long"
      name="days"
      chosen={chosen}
      options={days
        .filter((amount) => !extensionFault(buy, { days: amount, now: new Date(now) }))
        .map((amount) => ({ value: String(amount), label: optionText(buy, amount) }))}
    />
  )
}

function optionText(buy: ExtensibleBuy, days: number): string {
  const dates = extendedDates(buy, days)
  const share = dates.shareDate === buy.shareDate ? 'still shared' : 'shared'
  return `${plural(days, 'day', 'days')}: closes ${moment(dates.endDate)}, payment by ${moment(dates.paymentDueAt)}, ${share} ${day(dates.shareDate)}`
}

interface ExtensionConsequencesProps {
  people: number
  /** The buy would be extended automatically if too few pay. */
  replacesAutomatic: boolean
}

/** Effects of an extension on the people in the buy. */
export function ExtensionConsequences({ people, replacesAutomatic }: ExtensionConsequencesProps) {
  return (
    <ul className="list-disc pl-5">
      <li>{people === 0 ? 'Nobody is in it yet.' : `${plural(people, 'person is', 'people are')} told at once.`}</li>
      <li>Those who have paid may leave free for {clocks.freeLeavingAfterExtensionMs / HOUR_MS} hours.</li>
      <li>No price that was promised changes.</li>
      {replacesAutomatic && <li>It takes the place of the automatic extension that you offered.</li>}
    </ul>
  )
}
