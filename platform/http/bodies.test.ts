import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { boundBodies } from './bodies.ts'

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage
const answer = () => new EventEmitter() as ServerResponse

test('so many bytes of bodies at once, and no more', () => {
  const bodies = boundBodies({ mostBytes: 100, untoldBytes: 60, smallBytes: 5 })
  const first = answer()
  expect(bodies.admits(request({ 'content-length': '60' }), first)).toBe(true)
  expect(bodies.admits(request({ 'content-length': '41' }), answer())).toBe(false)
  expect(bodies.admits(request({ 'transfer-encoding': 'chunked' }), answer())).toBe(false)
  expect(bodies.admits(request({ 'content-length': '40' }), answer())).toBe(true)
  for (const small of [{}, { 'content-length': '5' }]) expect(bodies.admits(request(small), answer())).toBe(true)
  first.emit('close')
  expect(bodies.bytes()).toBe(40)
  expect(bodies.admits(request({ 'transfer-encoding': 'chunked' }), answer())).toBe(true)
})

test('what tells more than any door takes is not counted for more', () => {
  const bodies = boundBodies({ mostBytes: 100, untoldBytes: 60, smallBytes: 5 })
  expect(bodies.admits(request({ 'content-length': '99999999' }), answer())).toBe(true)
  expect(bodies.bytes()).toBe(60)
})
