import { expect, it } from 'vitest'
import { lineDifference, versionsBefore } from './template-history.ts'

it('walks back from the words of today, also where a change kept a field', () => {
  const change = (id: number, before: object) => ({ id, at: '2026-03-01', who: 'Ada', before })
  const versions = versionsBefore({ subject: 'c', content: '3' }, [
    change(3, { subject: 'b', content: '3' }),
    change(2, { content: '2' }),
    change(1, { subject: 'a' }),
  ])
  expect(versions.map(({ subject, content }) => `${subject}${content}`)).toEqual(['b3', 'b2', 'a2'])
})

it('names the lines that differ', () => {
  expect(lineDifference('one\ntwo\nthree', 'one\n2\nthree')).toEqual({ gone: ['two'], added: ['2'] })
  expect(lineDifference('a\na', 'a')).toEqual({ gone: ['a'], added: [] })
  expect(lineDifference('a', 'a')).toEqual({ gone: [], added: [] })
})

it('compares the longest templates at once', () => {
  const [from, to] = [Array.from({ length: 25_000 }, (_, at) => `${at}`), ['0']]
  expect(lineDifference(from.join('\n'), to.join('\n'))).toEqual({ gone: from.slice(1), added: [] })
  expect(lineDifference(to.join('\n'), from.join('\n')).added).toHaveLength(24_999)
})
