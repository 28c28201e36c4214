import { formatNaira } from '#domain/money.ts'
import { type TextTemplate, withValues } from './translatable-text.ts'

/** The amount that comes back to the buyer of an order that ended. `refundKobo`: the amount paid; 0 if unpaid. */
export const allBackText = (refundKobo: bigint): string | TextTemplate =>
  refundKobo === 0n
    ? /*i18n*/ 'You owe nothing.'
    : withValues(/*i18n*/ 'Everything you paid comes back to you: {naira}.', { naira: formatNaira(refundKobo) })
