import { formatNaira } from '#domain/money.ts'
import { SCANNERS, type SharingDay } from './sharing-day.ts'

/** What happened on a sharing day, in a few lines, good and bad. */
export function dayInWords({ wish, served, claims, short, end, looks, findings }: SharingDay): string[] {
  const { sums } = end
  const claimed = Object.values(claims).reduce((all, one) => all + one, 0)
  return [
    `Sharing day, seed ${wish.seed}: ${wish.buys} buys, ${count(wish.handOvers)} shares ready, ${SCANNERS} scanners at work at once.`,
    ...end.states.map(
      ({ state, shares, goodsKobo }) => `  ${count(shares)} ${state}: goods of ${formatNaira(goodsKobo)}`,
    ),
    `${count(served.takes)} hand-overs, of which ${end.proofs.map(({ proof, handOvers }) => `${count(handOvers)} ${PROOFS[proof] ?? proof}`).join(', ')}.`,
    `${served.wrong} wrong codes turned away; ${served.twice} codes at two scanners at once, one taker each.`,
    `${short.missing} of ${count(short.units)} units came short and were given back without a claim.`,
    `${claimed} claims: ${Object.entries(claims)
      .map(([name, many]) => `${many} ${name}`)
      .join(', ')}.`,
    `${formatNaira(sums.collectedKobo)} came in: ${formatNaira(sums.vendorKobo)} to vendors, ${formatNaira(sums.feesKobo)} fees, ${formatNaira(sums.returnedKobo)} back, ${formatNaira(sums.heldKobo)} held.`,
    `A scanner was answered in ${at(served.milliseconds, 0.5)} ms at the middle, ${at(served.milliseconds, 0.95)} ms at the 95th percentile (in process).`,
    findings.length === 0
      ? `Both audits clean ${looks} times. Every share is in one state, and every payout has its proof.`
      : `It does not add up: ${findings.length} findings.`,
    ...findings.slice(0, 20).map((finding) => `  ${finding}`),
  ]
}

const PROOFS: Record<string, string> = {
  code: 'by the buyer’s code',
  nominee: 'by a nominee’s code',
  override: 'without a code, against papers and a photo',
}

const count = (value: number) => value.toLocaleString('en-NG')

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
