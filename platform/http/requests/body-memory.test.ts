import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { limitBodyMemory } from './body-memory.ts'

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage
const response = () => new EventEmitter() as ServerResponse

test('admits bodies up to the limit of memory', () => {
  const bodies = limitBodyMemory({ maxBytes: 100, assumedBytes: 60, exemptBytes: 5 })
  const first = response()
  expect(bodies.admits(request({ 'content-length': '60' }), first)).toBe(true)
  expect(bodies.admits(request({ 'content-length': '41' }), response())).toBe(false)
  expect(bodies.admits(request({ 'transfer-encoding': 'chunked' }), response())).toBe(false)
  expect(bodies.admits(request({ 'content-length': '40' }), response())).toBe(true)
  for (const small of [{}, { 'content-length': '5' }]) expect(bodies.admits(request(small), response())).toBe(true)
  first.emit('close')
  expect(bodies.bytes()).toBe(40)
  expect(bodies.admits(request({ 'transfer-encoding': 'chunked' }), response())).toBe(true)
})

test('counts a larger Content-Length as the assumed maximum', () => {
  const bodies = limitBodyMemory({ maxBytes: 100, assumedBytes: 60, exemptBytes: 5 })
  expect(bodies.admits(request({ 'content-length': '99999999' }), response())).toBe(true)
  expect(bodies.bytes()).toBe(60)
})
