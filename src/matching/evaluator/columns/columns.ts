/** The columns of an evaluator: one for each field that rules can look at. */
import type { RuleField } from '../../../values/vocabularies.ts'
import { ClosedColumn } from './closed-column.ts'
import type { Column } from './column.ts'
import { CommitteeColumn } from './committee-column.ts'
import { MunicipalityColumn } from './municipality-column.ts'
import { NaceColumn } from './nace-column.ts'
import { RangeColumn } from './range-column.ts'
import { SetColumn } from './set-column.ts'

export type Columns = Readonly<Record<RuleField, Column>>

export function newColumns(): Columns {
  return {
    'company.region': new ClosedColumn('company.region'),
    'company.province': new ClosedColumn('company.province'),
    'company.municipality': new MunicipalityColumn(),
    'company.size': new ClosedColumn('company.size'),
    'company.legal_form': new ClosedColumn('company.legal_form'),
    'company.employees': new RangeColumn('company.employees'),
    'company.turnover_eur': new RangeColumn('company.turnover_eur'),
    'company.balance_total_eur': new RangeColumn('company.balance_total_eur'),
    'company.age_months': new RangeColumn('company.age_months'),
    'company.de_minimis_eur': new RangeColumn('company.de_minimis_eur'),
    'project.budget_eur': new RangeColumn('project.budget_eur'),
    'project.planned_start': new RangeColumn('project.planned_start'),
    'company.applicant_type': new SetColumn('company.applicant_type'),
    'project.topics': new SetColumn('project.topics'),
    'project.cost_types': new SetColumn('project.cost_types'),
    'project.stages': new SetColumn('project.stages'),
    'project.partners': new SetColumn('project.partners'),
    'company.nace': new NaceColumn(),
    'company.joint_committees': new CommitteeColumn(),
    'hire.age': new RangeColumn('hire.age'),
    'hire.months_jobseeking': new RangeColumn('hire.months_jobseeking'),
    'hire.diploma': new ClosedColumn('hire.diploma'),
    'hire.contract': new ClosedColumn('hire.contract'),
    'hire.region': new ClosedColumn('hire.region'),
    'household.income_eur': new RangeColumn('household.income_eur'),
    'household.dependants': new RangeColumn('household.dependants'),
    'building.year': new RangeColumn('building.year'),
    'building.occupancy': new ClosedColumn('building.occupancy'),
  }
}
