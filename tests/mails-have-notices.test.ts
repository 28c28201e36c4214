import { expect, it } from 'vitest'
import { templatePlaceholders } from '#domain/mails/templates.ts'
import { mailOnly, noticeTexts } from '#domain/texts/notices.ts'
import { mailLanes } from '#server/mails/lanes.ts'

// Users are never notified by mail only: they may read it late, and some have no address.

const names = Object.keys(mailLanes).filter((name) => !name.startsWith('auth-'))

it.each(names)('%s has a notice, or is listed in `mailOnly`', (name) => {
  expect([Object.hasOwn(noticeTexts, name), Object.hasOwn(mailOnly, name)].filter(Boolean)).toHaveLength(1)
})

it('has no notices for mails that do not exist', () => {
  expect([...Object.keys(noticeTexts), ...Object.keys(mailOnly)].filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(templatePlaceholders).filter((name) => !Object.hasOwn(mailOnly, name))).toEqual([])
})
