import { formatNaira } from '#domain/money.ts'
import { type Template, withValues } from './translatable-text.ts'

/** What a buyer gets back of an order that ended. `refundKobo`: the amount paid; 0 if unpaid. */
export const allBackText = (refundKobo: bigint): string | Template =>
  refundKobo === 0n
    ? /*i18n*/ 'You owe nothing.'
    : withValues(/*i18n*/ 'Everything you paid comes back to you: {naira}.', { naira: formatNaira(refundKobo) })
