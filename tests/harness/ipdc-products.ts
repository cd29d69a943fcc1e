/**
 * Products in the form of the Flemish catalogue: small invented ones of our own, and, where the folder with saved answers
 * lies beside the project, those that were saved.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { savedDataFolder, withoutSaved } from './saved-data.ts'

export type IpdcJson = Record<string, unknown>

/** An invented support product; `uuid` ends in the number. */
export function product(number: number, more: IpdcJson = {}): IpdcJson {
  return {
    '@id': productId(number),
    '@type': 'Instantie',
    productnummer: String(70_000 + number),
    naam: { nl: `Verzonnen subsidie ${number}` },
    beschrijving: { nl: `<p>Wie iets verzint, krijgt subsidie nummer ${number} van de stad.</p>` },
    type: 'FinancieelVoordeel',
    doelgroepen: ['Onderneming'],
    themas: ['EconomieWerk'],
    bevoegdBestuursniveaus: ['Vlaams'],
    bevoegdeOverheden: ['https://data.vlaanderen.be/id/organisatie/OVO001835'],
    geografischToepassingsgebieden: ['BE2'],
    gearchiveerd: false,
    ...more,
  }
}

/** One version of an invented product, as the stream has it, made in that minute of 3 February 2026. */
export function version(number: number, minute: number, more: IpdcJson = {}): IpdcJson {
  return {
    ...product(number),
    '@id': `https://ipdc.example/id/instantiesnapshot/${number}-${minute}`,
    '@type': ['InstantieSnapshot'],
    isVersionOf: productId(number),
    generatedAtTime: new Date(Date.UTC(2026, 1, 3, 8, minute)).toISOString(),
    ...more,
  }
}

export const localIdOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const productId = (number: number): string => `https://ipdc.example/id/instantie/${localIdOf(number)}`

/** Whether saved answers of the Flemish sources lie beside the project; where not, why what reads them is skipped. */
export const noFlemishData = withoutSaved('flanders-ipdc')
export const hasSavedFlemishData = noFlemishData === false

/** The folder of the saved files, e.g. as the folder of a sources file. */
export const savedFlemishFolder = savedDataFolder

/** A saved text, e.g. `flanders-ipdc/ldes/instantiesnapshot-page-1.json`. */
export const savedText = (file: string): string => readFileSync(path.join(savedDataFolder, file), 'utf8')
