import { count, kobo, plural } from '#web/ui/format.ts'

/** Null if it could not be read. */
type PlaceFigure = number | null

interface PlaceUsage {
  to_come: PlaceFigure
  to_hand_over: PlaceFigure
  people: PlaceFigure
  stockpiled_kg: PlaceFigure
  staff: PlaceFigure
}

/** Orders, stored goods and staff of a place, and what happens to them when it is closed. */
export function closingPlaceText(placeUsage: PlaceUsage | null): string {
  if (!placeUsage) return 'The orders it affects could not be loaded. Reload the page before you close it.'
  const [ready, orders] = [placeUsage.to_hand_over ?? 0, (placeUsage.to_come ?? 0) + (placeUsage.to_hand_over ?? 0)]
  const staff = placeUsage.staff ? ` ${plural(placeUsage.staff, 'person serves', 'people serve')} there.` : ''
  if (orders === 0) return `No order is to be collected there.${staff} ${STAYS_CLOSED}`
  const stockpiled = placeUsage.stockpiled_kg ? `, ${count(placeUsage.stockpiled_kg)} kg of them in the stockpile` : ''
  const first = ready > 0 ? ` ${plural(ready, 'order is', 'orders are')} ready and must be handed over first.` : ''
  const are = orders === 1 ? 'is' : 'are'
  const noticeText = 'Their buyers are told, with your reason, and choose another place.'
  return `${plural(orders, 'order')} of ${plural(placeUsage.people ?? 0, 'person', 'people')} ${are} to be collected there${stockpiled}.${first}${staff} ${noticeText} ${STAYS_CLOSED}`
}

interface ZoneUsage {
  paid: PlaceFigure
  people: PlaceFigure
  fees_kobo: PlaceFigure
  unpaid: PlaceFigure
}

/** Orders bound for a zone, and what happens to them when it is closed. */
export function closingZoneText(usage: ZoneUsage | null): string {
  if (!usage) return 'The orders it affects could not be loaded. Reload the page before you close it.'
  const paid = usage.paid ?? 0
  const unpaid = usage.unpaid
    ? ` ${plural(usage.unpaid, 'order')} that chose it ${usage.unpaid === 1 ? 'is' : 'are'} not paid yet.`
    : ''
  const orders =
    paid === 0
      ? 'No paid order goes there.'
      : `${plural(paid, 'paid order goes', 'paid orders go')} there, to ${plural(usage.people ?? 0, 'person', 'people')} who paid ${kobo(usage.fees_kobo ?? 0)} for delivery.`
  const goOn = paid || usage.unpaid ? ' They are still delivered, for the fee that was agreed.' : ''
  return `${orders}${unpaid}${goOn} No further order can choose the zone. ${STAYS_CLOSED}`
}

const STAYS_CLOSED = 'This cannot be undone.'
