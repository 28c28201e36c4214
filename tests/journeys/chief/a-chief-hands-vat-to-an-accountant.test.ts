import { type APIRequestContext, expect } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { formatNaira } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a chief downloads the VAT of a quarter as a paper, with the sums of the CSV', async ({ page, browser }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/vat?by=quarter')
  await expectGoodScreen(page)
  const link = page.getByRole('link', { name: /^PDF of 20\d\d Q[1-4]$/ }).first()
  const span = (await link.getAttribute('aria-label'))?.replace('PDF of ', '') ?? ''
  const address = (await link.getAttribute('href')) ?? ''
  const csv = await (await page.request.get('/chief/vat.csv?by=quarter')).text()
  const row = csv.split('\r\n').find((line) => line.startsWith(span)) ?? ''
  const amounts = row
    .split(',')
    .slice(2)
    .map((naira) => Math.round(Number(naira) * 100))
  const [buyers = 0, vendors = 0, delivery = 0, handling = 0, income = 0, vat = 0] = amounts
  expect(income).toBeGreaterThan(0)
  const answer = await readWhenFree(page.request, address)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.body())), { mergePages: false })
  const paper = text.join(' ').replace(/\s+/g, ' ')
  expect(paper).toContain(`VAT ${span}`)
  expect(paper).toContain([income, vat, income - vat].map(formatNaira).join(' '))
  expect(paper).toContain(`7.5% ${[buyers, vendors, delivery, handling].map(formatNaira).join(' ')}`)
  expect(paper).toMatch(/Receipt RC-\d{4}-\d{6} RC-\d{4}-\d{6} \d+ ₦/)
  for (const [index, one] of text.entries()) expect(one).toContain(`Page ${index + 1} of ${text.length}`)

  // The list of documents is that of the months' CSV files.
  const year = span.slice(0, 4)
  const first = Number(span.at(-1)) * 3 - 2
  const numbers: string[] = []
  const thisMonth = lagosDate(new Date()).slice(0, 7)
  for (const month of [first, first + 1, first + 2]) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > thisMonth) continue
    const file = await (await readWhenFree(page.request, `/chief/vat/documents.csv?month=${name}`)).text()
    numbers.push(...[...file.matchAll(/^(?:RC|INV|CN)-\d{4}-\d{6}/gm)].map(([number]) => number))
  }
  expect(numbers.length).toBeGreaterThan(0)
  for (const number of numbers) expect(paper).toContain(number)

  expect((await page.request.get('/chief/vat/2999-01.pdf')).status()).toBe(404)
  const other = await browser.newPage()
  await signIn(other, 'coordinator@ajoja.test')
  // Led to their own desk.
  expect((await other.request.get(address)).headers()['content-type']).not.toContain('pdf')
  await other.close()
})

/** A busy machine turns requests away for a moment. */
async function readWhenFree(request: APIRequestContext, address: string) {
  for (;;) {
    const answer = await request.get(address)
    if (answer.status() !== 503) return answer
  }
}
