/** The columns of an evaluator: one for each field that rules can look at. */
import type { RuleField } from '../../../values/vocabularies.ts'
import type { SetMemory } from '../sets/set-memory.ts'
import { ClosedColumn } from './closed-column.ts'
import type { Column } from './column.ts'
import { CommitteeColumn } from './committee-column.ts'
import { MunicipalityColumn } from './municipality-column.ts'
import { NaceColumn } from './nace-column.ts'
import { RangeColumn } from './range-column.ts'
import { SetColumn } from './set-column.ts'

export type Columns = Readonly<Record<RuleField, Column>>

export function newColumns(memory: SetMemory): Columns {
  return {
    'company.region': new ClosedColumn('company.region', memory),
    'company.province': new ClosedColumn('company.province', memory),
    'company.municipality': new MunicipalityColumn(memory),
    'company.size': new ClosedColumn('company.size', memory),
    'company.legal_form': new ClosedColumn('company.legal_form', memory),
    'company.employees': new RangeColumn('company.employees', memory),
    'company.turnover_eur': new RangeColumn('company.turnover_eur', memory),
    'company.balance_total_eur': new RangeColumn('company.balance_total_eur', memory),
    'company.age_months': new RangeColumn('company.age_months', memory),
    'company.de_minimis_eur': new RangeColumn('company.de_minimis_eur', memory),
    'project.budget_eur': new RangeColumn('project.budget_eur', memory),
    'project.planned_start': new RangeColumn('project.planned_start', memory),
    'company.applicant_type': new SetColumn('company.applicant_type', memory),
    'project.topics': new SetColumn('project.topics', memory),
    'project.cost_types': new SetColumn('project.cost_types', memory),
    'project.stages': new SetColumn('project.stages', memory),
    'project.partners': new SetColumn('project.partners', memory),
    'company.nace': new NaceColumn(memory),
    'company.joint_committees': new CommitteeColumn(memory),
    'hire.age': new RangeColumn('hire.age', memory),
    'hire.months_jobseeking': new RangeColumn('hire.months_jobseeking', memory),
    'hire.diploma': new ClosedColumn('hire.diploma', memory),
    'hire.contract': new ClosedColumn('hire.contract', memory),
    'hire.region': new ClosedColumn('hire.region', memory),
    'household.income_eur': new RangeColumn('household.income_eur', memory),
    'household.dependants': new RangeColumn('household.dependants', memory),
    'building.year': new RangeColumn('building.year', memory),
    'building.occupancy': new ClosedColumn('building.occupancy', memory),
  }
}
