/** Companies by what the register says of them: names, days, activities, places, numbers. */
import { at, type CompanyRow, ghent, liege, main, name, namur } from './company-words.ts'

export const factsOfCompanies: readonly CompanyRow[] = [
  [
    'no name',
    { office: ghent },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'names in three languages',
    {
      names: [
        ['1', '001', 'Exemple'],
        ['2', '001', 'Voorbeeld'],
        ['3', '001', 'Beispiel'],
      ],
      office: ghent,
    },
    'legal_person 610 2015-06-01 | Voorbeeld | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'names in three languages, in Wallonia',
    {
      names: [
        ['2', '001', 'Voorbeeld'],
        ['3', '001', 'Beispiel'],
        ['1', '001', 'Exemple'],
      ],
      office: liege,
    },
    'legal_person 610 2015-06-01 | Exemple | 4000 62063 | none | no activity',
    '610 2015-06-01 | 4000 62063 | no activity | company, consortium',
  ],
  [
    'trade names and abbreviations beside the name',
    {
      names: [
        ['2', '003', 'De Winkel'],
        ['2', '002', 'VB'],
        ['2', '001', 'Voorbeeld'],
      ],
      office: ghent,
    },
    'legal_person 610 2015-06-01 | Voorbeeld | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'a company that has ceased',
    { status: 'ST', names: name('Gestopt'), office: ghent },
    'legal_person 610 2015-06-01 ceased | Gestopt | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium | company_not_active',
  ],
  [
    'no day of start',
    { started: '', office: ghent },
    'legal_person 610 no day | no name | 9000 44021 | none | no activity',
    '610 no day | 9000 44021 | no activity | company, consortium',
  ],
  [
    'a start before 1800',
    { started: '01-01-1700', office: ghent },
    'legal_person 610 1700-01-01 | no name | 9000 44021 | none | no activity',
    '610 no day | 9000 44021 | no activity | company, consortium',
  ],
  [
    'activities of 2008 alone',
    { office: ghent, activities: main('10711', '2008') },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 10711/2008 main',
    '610 2015-06-01 | 9000 44021 | 10711/2008 | company, consortium',
  ],
  [
    'activities of 2003 alone',
    { office: ghent, activities: main('15811', '2003') },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 15811/2003 main',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'a code of seven digits',
    { office: ghent, activities: main('4776103') },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 4776103/2025 main',
    '610 2015-06-01 | 9000 44021 | 47761/2025 | company, consortium',
  ],
  [
    'a code that our table does not have',
    { office: ghent, activities: main('99999') },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 99999/2025 main',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'two words on the main activity: that of the NSSO counts',
    {
      office: ghent,
      activities: [
        ['001', '2025', '47241', 'MAIN'],
        ['006', '2025', '10711', 'MAIN'],
      ],
    },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 10711/2025 main, 47241/2025',
    '610 2015-06-01 | 9000 44021 | 10711/2025, 47241/2025 | company, consortium',
  ],
  [
    'the word of the NSSO in 2008 alone, and of VAT in both versions: that of the NSSO counts',
    {
      office: ghent,
      activities: [
        ['001', '2025', '47241', 'MAIN'],
        ['001', '2008', '47241', 'MAIN'],
        ['006', '2008', '10711', 'MAIN'],
      ],
    },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 10711/2008 main, 47241/2025, 47241/2008',
    '610 2015-06-01 | 9000 44021 | 10711/2008, 47241/2025 | company, consortium',
  ],
  [
    'the word of VAT alone, behind other activities',
    {
      office: ghent,
      activities: [
        ['001', '2025', '10711', 'SECO'],
        ['001', '2025', '47241', 'MAIN'],
        ['001', '2025', '56110', 'ANCI'],
      ],
    },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 47241/2025 main, 10711/2025, 56110/2025',
    '610 2015-06-01 | 9000 44021 | 47241/2025, 10711/2025 | company, consortium',
  ],
  [
    'a postcode in two municipalities, told apart by the name',
    { office: ['2990', 'Wuustwezel'] },
    'legal_person 610 2015-06-01 | no name | 2990 11053 | none | no activity',
    '610 2015-06-01 | 2990 11053 | no activity | company, consortium',
  ],
  [
    'a postcode in two municipalities, told apart by a part of one',
    { office: ['2990', 'Loenhout'] },
    'legal_person 610 2015-06-01 | no name | 2990 11053 | none | no activity',
    '610 2015-06-01 | 2990 11053 | no activity | company, consortium',
  ],
  [
    'a postcode in two municipalities that no name tells apart',
    { office: ['2990', 'Elders'] },
    'legal_person 610 2015-06-01 | no name | 2990 unknown | none | no activity',
    '610 2015-06-01 | 2990 unknown | no activity | company, consortium',
  ],
  [
    'a postcode that the table does not have',
    { office: ['9999', 'Nergens'] },
    'legal_person 610 2015-06-01 | no name | no place | none | no activity',
    '610 2015-06-01 | no postcode, 0 to choose | no activity | company, consortium',
  ],
  [
    'a number that begins with 1',
    { office: ghent, activities: main('62100') },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | 62100/2025 main',
    '610 2015-06-01 | 9000 44021 | 62100/2025 | company, consortium',
  ],
  [
    'the lowest number that there may be',
    { office: ghent },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'check digits 97',
    { office: ghent },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'check digits 01',
    { office: ghent },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | none | no activity',
    '610 2015-06-01 | 9000 44021 | no activity | company, consortium',
  ],
  [
    'a number with zeros in front',
    { office: ghent, establishments: at(namur) },
    'legal_person 610 2015-06-01 | no name | 9000 44021 | 1 (1 told): 5000 92094 | no activity',
    '610 2015-06-01 | 5000 92094 | no activity | company, consortium',
  ],
]
