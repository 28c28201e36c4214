import { expect, test } from 'vitest'
import { normaliseTarget } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/products?search=palm//oil&next=//x', '/products?search=palm//oil&next=//x'],
  ['/group-buys/a%20b;c=1', '/group-buys/a%20b;c=1'],
  ['/_root.data', '/_root.data'],
  ['http://site.test/products?page=2', '/products?page=2'],
  ['http://user:secret@evil.example/products', '/products'],
  ['HTTPS://evil.example', '/'],
  ['https://evil.example?page=2', '/?page=2'],
])('%s is read as %s', (target, own) => expect(normaliseTarget(target)).toBe(own))

test.each([
  '//evil.example/?x=',
  '///evil.example',
  '/\\evil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/\tevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:x',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '/;//evil.example',
  '/a//b',
  '/products#x',
  '/ẹ',
  'http://site.test//evil.example',
  'http://site.test\\evil.example',
  'http://site.test/\\evil.example',
  'evil.example:443',
  '*',
  '',
])('%j is refused', (target) => expect(normaliseTarget(target)).toBeNull())
