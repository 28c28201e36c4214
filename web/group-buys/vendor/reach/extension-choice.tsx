import {
  type ExtensibleBuy,
  extendedDates,
  extensionFault,
  MAX_EXTENSION_DAYS,
} from '#domain/group-buys/selling/extending.ts'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { datedDay, datedMoment, plural } from '#web/ui/format.ts'

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
  const share = dates.shareDate === buy.shareDate ? 'the sharing day stays' : 'the sharing day becomes'
  return `${plural(days, 'day', 'days')}: it closes on ${datedMoment(dates.endDate)}, payment is due by ${datedMoment(dates.paymentDueAt)}, and ${share} ${datedDay(dates.shareDate)}.`
}

interface ConsequencesProps {
  people: number
  /** The buy would be extended automatically if too few pay. */
  replacesAutomatic: boolean
}

/** Effects of an extension on the people in the buy. */
export function ExtensionConsequences({ people, replacesAutomatic }: ConsequencesProps) {
  return (
    <ul className="list-disc pl-5">
      <li>{people === 0 ? 'Nobody is in it yet.' : `${plural(people, 'person is', 'people are')} told at once.`}</li>
      <li>
        Those who have paid may leave free of charge for {clocks.freeLeavingAfterExtensionMs / HOUR_MS} hours; the
        others until it closes.
      </li>
      <li>No price that was promised changes.</li>
      {replacesAutomatic && <li>It takes the place of the automatic extension that you offered.</li>}
    </ul>
  )
}
