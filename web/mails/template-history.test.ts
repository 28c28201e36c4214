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
