import { formatNaira } from '#domain/money.ts'
import { SCANNERS, type SharingDay } from './sharing-day.ts'

/** A summary of a sharing day for the console, line by line. */
export function daySummary({ settings, served, claims, short, end, audits, findings }: SharingDay): string[] {
  const { sums } = end
  const claimed = Object.values(claims).reduce((all, one) => all + one, 0)
  return [
    `Sharing day, seed ${settings.seed}: ${settings.buys} buys, ${count(settings.handOvers)} shares ready, ${SCANNERS} scanners at work at once.`,
    ...end.states.map(
      ({ state, shares, goodsKobo }) => `  ${count(shares)} ${state}: goods of ${formatNaira(goodsKobo)}`,
    ),
    `${count(served.takes)} hand-overs, of which ${end.proofs.map(({ proof, handOvers }) => `${count(handOvers)} ${PROOFS[proof] ?? proof}`).join(', ')}.`,
    `${served.wrong} wrong codes rejected; ${served.twice} codes at two scanners at once, of which one succeeded.`,
    `${short.missing} of ${count(short.units)} units came short and were refunded without a claim.`,
    `${claimed} claims: ${Object.entries(claims)
      .map(([name, many]) => `${many} ${name}`)
      .join(', ')}.`,
    `${formatNaira(sums.collectedKobo)} came in: ${formatNaira(sums.vendorKobo)} to vendors, ${formatNaira(sums.feesKobo)} fees, ${formatNaira(sums.returnedKobo)} back, ${formatNaira(sums.heldKobo)} held.`,
    `Response times of a scan: median ${percentile(served.milliseconds, 0.5)} ms, 95th percentile ${percentile(served.milliseconds, 0.95)} ms (in process).`,
    findings.length === 0
      ? `Both audits clean ${audits} times. Every share is in one state, and every payout has its proof.`
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

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
