import type { BookCommands } from '#api/commands/books.ts'
import type { Feature } from '#server/feature.ts'
import { checkBooks } from './check-books.ts'
import { checkBooksOnRequest, reconcileBooks } from './reconcile-books.ts'
import { resolveDifference } from './resolve-difference.ts'

export const books: Feature<BookCommands> = {
  commands: {
    'resolve-difference': resolveDifference,
    'check-books': checkBooks,
  },
  jobs: ({ payments }) => ({
    'reconcile-books': { run: () => reconcileBooks(payments), everySeconds: 600 },
    'check-books-on-request': { run: (payload) => checkBooksOnRequest(payments, payload) },
  }),
}
