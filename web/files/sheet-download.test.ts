import readXlsxFile from 'read-excel-file/universal'
import { expect, it } from 'vitest'
import { MAX_SHEET_ROWS } from '#domain/limits.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import type { CsvColumns } from './csv.ts'
import { sheetDownload } from './sheet-download.ts'

interface Sold {
  name: string
  naira: number
}

const columns: CsvColumns<Sold> = [
  ['Name', ({ name }) => name],
  ['Goods (NGN)', ({ naira }) => naira],
]

async function* batchesOf(...batches: Sold[][]) {
  yield* batches
}
const download = (ending: string, batches: AsyncIterable<readonly Sold[]>) =>
  sheetDownload({ url: new URL(`http://x/chief/orders.${ending}?status=paid`), name: 'ajoja', columns, batches })

it('is an Excel file of the same rows, whose texts are no formulas', async () => {
  const answer = await download('xlsx', batchesOf([{ name: '=1+1', naira: 46800.5 }], [{ name: 'Ẹ̀fọ́', naira: 0 }]))
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="ajoja.xlsx"')
  const [sheet] = await readXlsxFile(await answer.blob())
  expect(sheet?.data).toEqual([
    ['Name', 'Goods (NGN)'],
    ['=1+1', 46800.5],
    ['Ẹ̀fọ́', 0],
  ])
})

it('is a CSV otherwise', async () => {
  const answer = await download('csv', batchesOf([{ name: 'Ada', naira: 1 }]))
  expect(await answer.text()).toBe('Name,Goods (NGN)\r\nAda,1\r\n')
})

it('of too many rows is refused with what to do, before all are read', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1000
      yield Array.from({ length: 1000 }, () => ({ name: 'Ada', naira: 1 }))
    }
  }
  const answer = await download('xlsx', endless())
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('download the CSV')])
  expect(read).toBe(MAX_SHEET_ROWS + 1000)
})

it('says what could not be read', async () => {
  async function* failing(): AsyncGenerator<Sold[]> {
    yield []
    throw new ReadFault('The database is away')
  }
  const answer = await download('xlsx', failing())
  expect([answer.status, await answer.text()]).toEqual([503, 'The database is away Please load the page again.'])
})
