import { expect, it } from 'vitest'
import { templatePlaceholders } from '#domain/mails/templates.ts'
import { mailOnly, noticeWords } from '#domain/texts/notices.ts'
import { mailLanes } from '#server/mails/lanes.ts'

// Nobody is told by mail alone: people read their mail late, and some have no address.

const names = Object.keys(mailLanes).filter((name) => !name.startsWith('auth-'))

it.each(names)('%s has its words in the app, or stands among those that go by mail alone', (name) => {
  expect([Object.hasOwn(noticeWords, name), Object.hasOwn(mailOnly, name)].filter(Boolean)).toHaveLength(1)
})

it('has no words for mails that nobody sends', () => {
  expect([...Object.keys(noticeWords), ...Object.keys(mailOnly)].filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(templatePlaceholders).filter((name) => !Object.hasOwn(mailOnly, name))).toEqual([])
})
