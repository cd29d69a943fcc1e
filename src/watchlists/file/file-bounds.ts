/** What a file of companies may be at most. Each is looked at before the work that it bounds. */
export const fileBounds = {
  /** Of the file as it is sent. */
  bytesMax: 5_000_000,
  /** Companies, the header not counted. */
  rowsMax: 5_000,
  columnsMax: 100,
  /** Of one cell; a spreadsheet holds no more in one. */
  cellCharactersMax: 32_767,
  /** Of all cells together: a workbook may point to one long text from every cell. */
  charactersMax: 10_000_000,
  /** Files in a workbook's archive; a workbook of one sheet has about ten. */
  zipEntriesMax: 1_000,
  /** What the parts of a workbook that are read may unpack to, together. */
  unpackedBytesMax: 60_000_000,
  /** Texts that the cells of a workbook share. */
  sharedTextsMax: 500_000,
  /** Cell styles of a workbook; a spreadsheet has 65,490 at most. */
  stylesMax: 100_000,
  /** Elements within elements of a workbook's part; spreadsheets write some ten. */
  xmlDepthMax: 100,
  /** How long a file may take to be read; one of every bound above takes some seconds. */
  readingMs: 15_000,
  /** Faults that are told of one row: who has put those right hears of the next. */
  faultsOfRowMax: 10,
  /** Rejected rows that one answer tells; the file of them holds all. */
  rejectedToldMax: 1_000,
  /** Files that one process reads at a time. */
  filesAtOnce: 2,
  /** Of them those of one account, so that a place is always left for the others. */
  filesOfAccountAtOnce: 1,
  /** Files that wait for their turn; the next one is asked to come back. */
  waitingMax: 32,
  /** Of them those of one account. */
  waitingOfAccountMax: 4,
} as const
