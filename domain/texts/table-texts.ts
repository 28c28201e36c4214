/** Error texts of the table API for clients. */
export const tableTexts = {
  nameTheRows: (column: string) => `Name the rows to be written, with ${column}=eq. or ${column}=in.`,
  /** A trigger of the database has it too. */
  oneProductAtATime: 'Delete one product at a time, named by id=eq.',
} as const
