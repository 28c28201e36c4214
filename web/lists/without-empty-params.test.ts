import { expect, it } from 'vitest'
import { pathWithoutEmptyParams } from './without-empty-params.ts'

it.each([
  ['/products?search=&vendor=&sort=name', '/products?sort=name'],
  ['/products?search=', '/products'],
  ['/products?flag', '/products'],
  ['/products?search=palm+oil&location=&page=2', '/products?search=palm+oil&page=2'],
  ['/products?search=palm+oil', null],
  ['/products', null],
  ['https://ajoja.example//evil.example/?x=', '/evil.example/'],
  ['https://ajoja.example//evil.example/?x=&a=1', '/evil.example/?a=1'],
])('%s redirects to %s', (requested, address) => {
  expect(pathWithoutEmptyParams(new URL(requested, 'https://ajoja.example'))).toBe(address)
})
