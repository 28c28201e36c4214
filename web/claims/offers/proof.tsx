import { countUnits } from '#domain/products/units.ts'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { ProofOfHandOver } from './offer-queries.ts'

const IDENTITIES: Readonly<Record<string, string>> = {
  'id-card': 'an identity card',
  known: 'known to the staff',
  called: 'a call to their number',
}

/** Proof of hand-over beside a claim: when, by whom, what was ticked, and code, override or photograph. */
export function ClaimProof({ proof }: { proof: ProofOfHandOver }) {
  return (
    <section aria-labelledby="proof">
      <SectionHeading id="proof">Proof of hand-over</SectionHeading>
      <DataList facts={[...handOverFacts(proof), ...proof.goods.flatMap(goodsFacts)]} />
    </section>
  )
}

function handOverFacts(proof: ProofOfHandOver): Fact[] {
  const { done_at, place_name, ready_at, handled_by_name: name, taken_by, lines, kind, note } = proof
  const ready = { label: 'Made ready', value: ready_at ? datedMoment(ready_at) : 'Not yet' }
  if (!done_at) return [ready, { label: 'Place', value: place_name }, { label: 'Handed over', value: 'Never' }]
  return [
    ready,
    { label: kind === 'delivery' ? 'Delivered' : 'Handed over', value: datedMoment(done_at) },
    { label: 'Place', value: kind === 'delivery' ? 'The buyer’s door' : place_name },
    { label: 'Handed over by', value: name || 'Not recorded' },
    ...(taken_by ? [{ label: 'Taken by', value: taken_by }] : []),
    {
      label: 'Ticked',
      value: (lines ?? []).map((line) => `${countUnits(line.quantity, line.unit)}, ${line.name}`).join('; '),
    },
    { label: 'Proof', value: proofText(proof) },
    ...(note ? [{ label: 'Note', value: note }] : []),
  ]
}

function proofText({ proof, identity, by_shop, confirmed_at, has_photo }: ProofOfHandOver): string {
  if (proof === 'code') return 'The buyer’s code'
  if (proof === 'nominee') return 'The code of the person they named'
  if (proof === 'decision') return 'Taken out by a decision of our staff'
  const parts = [
    `Without a code: ${IDENTITIES[identity ?? ''] ?? 'no identity recorded'}`,
    has_photo ? 'with a photograph, which our staff see' : 'without a photograph',
    ...(by_shop ? [confirmed_at ? 'the buyer has confirmed it' : 'the buyer has not confirmed it'] : []),
  ]
  return parts.join('; ')
}

function goodsFacts({ name, unit, packed_at, counted, counted_at }: ProofOfHandOver['goods'][number]): Fact[] {
  return [
    { label: `Packed: ${name}`, value: packed_at ? datedMoment(packed_at) : 'Not marked' },
    {
      label: `Weigh-in: ${name}`,
      value:
        counted === null || !counted_at
          ? 'None at this place'
          : `${countUnits(counted, unit)} counted there, ${datedMoment(counted_at)}`,
    },
  ]
}
