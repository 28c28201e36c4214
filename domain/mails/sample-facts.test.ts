import { expect, it } from 'vitest'
import { allMessages, isNoticed, type MessageName, renderMail, renderNotice } from '#domain/all-messages.ts'
import { sampleMessage } from './sample-messages.ts'

it.each(Object.keys(allMessages) as MessageName[])('%s can be shown with examples', (name) => {
  const facts = sampleMessage(name)
  const { subject, text } = renderMail(name, { facts, site: 'https://market.test' })
  const notice = isNoticed(name) ? renderNotice(name, facts) : null
  const words = [subject, text, notice?.title, notice?.body].join('\n')
  expect(words).not.toMatch(/undefined|NaN|\[object|Invalid|null\b|\{\w+\}/)
  expect(subject.length).toBeGreaterThan(5)
})
