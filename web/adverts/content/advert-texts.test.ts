import { expect, it } from 'vitest'
import { periodText } from './advert-texts.ts'

const NOW = new Date('2026-03-10T08:00:00Z')
const run = (id: string, start: string, end: string) => ({
  id,
  title: `Advert ${id}`,
  page: 'home',
  position: 'top',
  start_date: start,
  end_date: end,
})
const older = run('a', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')
const newer = run('b', '2026-03-08T00:00:00Z', '2026-03-20T00:00:00Z')
const at = { now: NOW, running: [newer, older] }

it('marks only one of several running adverts at a position as shown', () => {
  expect(periodText(newer, at)).toMatchObject({ text: 'Showing', instead: null })
  expect(periodText(older, at)).toMatchObject({ text: 'Not showing', instead: 'Advert b' })
  expect(periodText({ ...older, position: 'bottom' }, at)).toMatchObject({ text: 'Showing' })
})

it('tells expired adverts from upcoming ones', () => {
  expect(periodText(run('c', '2026-03-11T00:00:00Z', '2026-04-01T00:00:00Z'), at).text).toBe('Not yet')
  expect(periodText(run('d', '2026-03-01T00:00:00Z', '2026-03-09T00:00:00Z'), at).text).toBe('Over')
})
