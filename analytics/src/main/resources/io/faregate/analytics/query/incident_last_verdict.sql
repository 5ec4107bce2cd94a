SELECT epoch_us(max(opened_at)) AS ts_us FROM incidents WHERE kind = 'verdict'
