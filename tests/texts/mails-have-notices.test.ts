import { expect, it } from 'vitest'
import { allMessages, isNoticed, type MessageName } from '#domain/all-messages.ts'
import { templatePlaceholders } from '#domain/mails/templates.ts'

// Users are never notified by mail only: they may read it late, and some have no address.

const names = Object.keys(allMessages) as MessageName[]

it('a message has a notice, or states why it is sent by mail only', () => {
  const mailOnly = names.filter((name) => !isNoticed(name))
  expect(mailOnly).toEqual([
    'business-invited',
    'data-erased',
    'staff-invited',
    'contact',
    'contact-answer',
    'share-invited',
  ])
})

it('templates are for people who need not have an account, or greet a new member', () => {
  expect(Object.keys(templatePlaceholders).sort()).toEqual(['contact-received', 'welcome'])
})
