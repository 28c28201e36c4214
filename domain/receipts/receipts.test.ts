import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vatText, vatWithinKobo } from '#domain/products/vat.ts'
import { documentPaper } from './paper.ts'

describe('VAT', () => {
  test('is contained in an amount', () => {
    expect(vatWithinKobo(107_500n, 750)).toBe(7_500n)
    expect(vatWithinKobo(180_000n, 750)).toBe(12_558n)
    expect(vatWithinKobo(100n, 0)).toBe(0n)
  })

  test('and the net amount add up to the gross one, never above the rate', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 10_000 }), (gross, bps) => {
        const vat = vatWithinKobo(gross, bps)
        const net = gross - vat
        // Rounded down: one kobo more would exceed the rate on the net amount.
        expect(vat * 10_000n <= net * BigInt(bps)).toBe(true)
        expect((vat + 1n) * 10_000n > (net - 1n) * BigInt(bps)).toBe(true)
      }),
    )
  })

  test('is formatted for display', () => {
    expect([vatText('zero', 0), vatText('exempt', 0), vatText('standard', 750)]).toEqual(['0%', 'Exempt', '7.5%'])
  })
})

const market = { name: 'Market', lines: ['Lagos'] }
const sold = {
  market,
  seller: { name: 'Bola Foods', lines: ['Mile 12'] },
  buyer: { name: 'Ngozi Bello', lines: [] },
  orderNo: 10_001,
  orderedAt: '2026-11-01T09:00:00Z',
  lines: [
    {
      name: 'Ofada rice',
      quantity: 2,
      unit: 'bag',
      unitPriceKobo: 7_200_000,
      amountKobo: 14_400_000,
      vatClass: 'zero' as const,
      vatBps: 0,
      vatKobo: 0,
    },
  ],
  charges: [{ name: 'Service fee', amountKobo: 360_000, vatBps: 750, vatKobo: 25_116 }],
  totalKobo: 14_760_000,
}

test('an invoice names seller and market, and shows price, rate and total', () => {
  const issued = { number: 'INV-2026-000001', issuedAt: '2026-11-22T23:30:00Z' }
  const paper = documentPaper({
    kind: 'invoice',
    facts: { ...sold, paidKobo: 15_580_000, returnedKobo: 820_000 },
    ...issued,
  })
  // Dates are those in Lagos.
  expect(paper.issuedText).toBe('Issued 23 November 2026')
  expect(paper.parties.map(({ party }) => party.name)).toEqual(['Bola Foods', 'Ngozi Bello'])
  expect(paper.lines).toEqual([
    ['Ofada rice', '2 bags', '₦72,000', '0%', '₦144,000'],
    ['Service fee (Market)', '', '', '7.5%', '₦3,600'],
  ])
  expect(paper.sums).toContainEqual({ label: 'Total', amount: '₦147,600', isTotal: true })
  expect(paper.sums).toContainEqual({ label: 'Comes back to you', amount: '₦8,200' })
})

test('a credit note names the corrected invoice and the amount not refunded', () => {
  const facts = { ...sold, invoiceNumber: 'INV-2026-000001', reason: 'Left by the buyer', retainedKobo: 1_440_000 }
  const paper = documentPaper({
    kind: 'credit_note',
    facts,
    number: 'CN-2026-000001',
    issuedAt: '2026-11-22T09:00:00Z',
  })
  expect(paper.rows[0]).toEqual(['Corrects invoice', 'INV-2026-000001'])
  expect(paper.sums).toContainEqual({ label: 'Credited', amount: '₦133,200', isTotal: true })
})
